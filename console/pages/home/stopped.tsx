import { countedText } from '../../parts/amounts.ts';
import { CreditText } from '../../parts/credit-text.tsx';
import { NameText } from '../../parts/name-text.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { Card } from './card.tsx';
import type { Status } from './status.ts';

const shownMax = 8;

/** Who may consume nothing more, by what, and until when. */
export function Stopped({ status: { stopped, stoppedNext } }: { readonly status: Status }) {
  const more = stopped.length - shownMax;
  return (
    <Card count={stopped.length} title="Stopped now">
      {stopped.length === 0 ? (
        <p>Nobody is stopped.</p>
      ) : (
        <ul className="rows">
          {stopped.slice(0, shownMax).map(({ email, scope, window, by, until, used, limit }) => (
            <li key={email}>
              <b>
                <NameText charsMax={60} text={email} />
              </b>
              <div className="soft">
                {by === null ? (
                  'the next run raises the limit'
                ) : by === 'ceiling' ? (
                  'by the ceiling of all limits'
                ) : (
                  <>
                    by {window} budget of <NameText charsMax={60} text={scope ?? ''} />
                  </>
                )}
                , <CreditText credits={used} isShort /> of <CreditText credits={limit} isShort />
                {until !== null && (
                  <>
                    , until <TimeText at={until} />
                  </>
                )}
              </div>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
      {stoppedNext.length > 0 && (
        <p className="soft">The next run stops {countedText(stoppedNext.length, 'person more', 'people more')}.</p>
      )}
    </Card>
  );
}
