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
            <StopRow key={stop.userId} stop={stop} />
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
          {countedText(counts.stoppedNext, 'person', 'people')} more{' '}
          {held.length === 0
            ? 'by the next run'
            : held.some(({ plan }) => plan !== null)
              ? 'once the plan is approved'
              : 'once limits are not held any more'}
          .
        </p>
      )}
    </Card>
  );
}

function StopRow({ stop }: { readonly stop: Stop }) {
  const { email, by, until, used, limit } = stop;
  return (
    <li>
      <PageLink to={`/people/${encodeURIComponent(email)}`}>
        <NameText charsMax={60} text={email} />
      </PageLink>
      <div className="soft">
        <Cause stop={stop} />; used <CreditText credits={used} isShort />, limit <CreditText credits={limit} isShort />
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

function Cause({ stop: { by, scope, window } }: { readonly stop: Stop }) {
  switch (by) {
    case null:
      return 'the next run raises the limit';
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
