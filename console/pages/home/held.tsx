import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { reasonText } from '../../parts/texts/reason-text.ts';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card, type Status } from './card.tsx';

/** Held plans, and figures in doubt. */
export function Held({ held, count }: { readonly held: Status['held']; readonly count: number }) {
  return (
    <Card count={count} title="Held">
      {held.length === 0 ? (
        <p>No plan waits for a decision.</p>
      ) : (
        <ul className="rows">
          {held.map(({ plan, guard, reason, since }) => (
            <li key={plan ?? guard}>
              <NameText charsMax={300} text={reasonText(reason)} />
              <div className="soft">
                {plan === null ? guard : <PageLink to={`/plans/${encodeURIComponent(plan)}`}>plan {plan}</PageLink>},
                since <TimeText at={since} isAgo />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
