import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card, type Status } from './card.tsx';

const shownMax = 6;
const order = ['critical', 'high', 'medium', 'low', 'info'] as const;

export function Alerts({
  alerts,
  counts: { alerts: count, bySeverity },
}: {
  readonly alerts: Status['alerts'];
  readonly counts: Status['counts'];
}) {
  return (
    <Card count={count} title="Open alerts">
      {count === 0 ? (
        <p>No alert is open.</p>
      ) : (
        <>
          <p className="soft">
            {order
              .flatMap((each) => (bySeverity[each] === undefined ? [] : [`${bySeverity[each]} ${each}`]))
              .join(', ')}
          </p>
          <ul className="rows">
            {alerts.slice(0, shownMax).map(({ id, severity, headline, since }) => (
              <li key={id}>
                <SeverityText severity={severity} /> <NameText charsMax={200} text={headline} />
                <div className="soft">
                  since <TimeText at={since} isAgo />
                </div>
              </li>
            ))}
            {count > shownMax && (
              <li>
                and <PageLink to="/alerts">{countedText(count - shownMax, 'more alert')}</PageLink>
              </li>
            )}
          </ul>
        </>
      )}
    </Card>
  );
}
