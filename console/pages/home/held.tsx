import { NameText } from '../../parts/name-text.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { Card } from './card.tsx';
import type { Status } from './status.ts';

/** Plans that wait for somebody, and figures in doubt. */
export function Held({ held }: { readonly held: Status['held'] }) {
  return (
    <Card count={held.length} title="Held">
      {held.length === 0 ? (
        <p>No plan waits for a decision.</p>
      ) : (
        <ul className="rows">
          {held.map(({ plan, guard, reason, since }) => (
            <li key={plan ?? guard}>
              <NameText charsMax={300} text={reason} />
              <div className="soft">
                {plan === null ? guard : `plan ${plan}`}, since <TimeText at={since} isAgo />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
