import { budgetTitle } from '../../../shared/budgets/budget-title.ts';
import { parseScope } from '../../../shared/budgets/scope.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card, type Status } from './card.tsx';

type Stop = Status['stopped'][number];

const shownMax = 8;

/** Who may consume nothing more, by what, and until when. */
export function Stopped({ status: { stopped, counts, held } }: { readonly status: Status }) {
  const more = counts.stopped - shownMax;
  return (
    <Card count={counts.stopped} title="Stopped now">
      {stopped.length === 0 ? (
        <p>No one is stopped.</p>
      ) : (
        <ul className="rows">
          {stopped.slice(0, shownMax).map((stop) => (
            <StopRow held={held} key={stop.userId} stop={stop} />
          ))}
          {more > 0 && (
            <li>
              and <PageLink to="/people?stopped=true">{more} more</PageLink>
            </li>
          )}
        </ul>
      )}
      {counts.stoppedNext > 0 && (
        <p className="soft">
          {countedText(counts.stoppedNext, 'person', 'people')} more {whenNext(held)}.
        </p>
      )}
    </Card>
  );
}

/** From when the next limits count: a hold keeps those in force until it ends. */
function whenNext(held: Status['held']): string {
  if (held.length === 0) {
    return 'by the next run';
  }
  return held.some(({ plan }) => plan !== null) ? 'once the plan is approved' : 'once limits are not held any more';
}

function StopRow({ stop, held }: { readonly stop: Stop; readonly held: Status['held'] }) {
  const { email, by, until, used, limit } = stop;
  return (
    <li>
      <PageLink to={`/people/${encodeURIComponent(email)}`}>
        <NameText charsMax={60} text={email} />
      </PageLink>
      <div className="soft">
        <Cause held={held} stop={stop} />; used <CreditText credits={used} isShort />, limit{' '}
        <CreditText credits={limit} isShort />
        {until !== null && (
          <>
            , until <TimeText at={until} />
          </>
        )}
        {until === null && by === 'budget' && '; the budget is 0'}
      </div>
    </li>
  );
}

function Cause({ stop: { by, scope, window }, held }: { readonly stop: Stop; readonly held: Status['held'] }) {
  switch (by) {
    case null:
      return held.length === 0 ? 'the next run raises the limit' : `the limit rises ${whenNext(held)}`;
    case 'ceiling':
      return 'the ceiling of all limits';
    case 'budget': {
      const parsed = parseScope(scope ?? '');
      return parsed === undefined || window === null ? (
        'a budget'
      ) : (
        <NameText charsMax={100} text={budgetTitle({ scope: parsed, window }, 'their')} />
      );
    }
  }
}
