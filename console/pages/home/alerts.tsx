import { countedText } from '../../parts/amounts.ts';
import { NameText } from '../../parts/name-text.tsx';
import { SeverityText } from '../../parts/severity-text.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { Card } from './card.tsx';
import type { Status } from './status.ts';

const shownMax = 6;
const order = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** Open alerts, by severity. */
export function Alerts({ alerts }: { readonly alerts: Status['alerts'] }) {
  const bySeverity = order
    .map((severity) => ({ severity, own: alerts.filter((alert) => alert.severity === severity).length }))
    .filter(({ own }) => own > 0);
  return (
    <Card count={alerts.length} title="Open alerts">
      {alerts.length === 0 ? (
        <p>No alert is open.</p>
      ) : (
        <>
          <p className="soft">{bySeverity.map(({ severity, own }) => `${own} ${severity}`).join(', ')}</p>
          <ul className="rows">
            {alerts.slice(0, shownMax).map(({ id, severity, headline, since }) => (
              <li key={id}>
                <SeverityText severity={severity} /> <NameText charsMax={200} text={headline} />
                <div className="soft">
                  since <TimeText at={since} isAgo />
                </div>
              </li>
            ))}
            {alerts.length > shownMax && <li>and {countedText(alerts.length - shownMax, 'more alert')}</li>}
          </ul>
        </>
      )}
    </Card>
  );
}
