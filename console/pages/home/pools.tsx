import { amountState, describeOver } from '../../../shared/kernel/texts/amount-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Meter } from '../../parts/meter.tsx';
import { usedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { guaranteeFault } from '../../parts/texts/guarantee-text.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';
import { Card, type Status } from './card.tsx';

type Pool = Status['pools'][number];

const shownMax = 6;

/** The budgets that people share, as bars: used, the worst case, and where it is heading. */
export function Pools({
  pools,
  count,
  hasBudgets,
}: {
  readonly pools: readonly Pool[];
  readonly count: number;
  readonly hasBudgets: boolean;
}) {
  const more = count - shownMax;
  return (
    <Card
      count={count}
      description="Filled: known use. Hatched: the most that can be used under the limits in force."
      title="Pools"
    >
      {!hasBudgets ? (
        <EmptyState
          action={<PageLink to="/budgets/suggest">Suggest budgets from past use</PageLink>}
          title="No budget yet"
        >
          Without a budget Curfew sets no limits.
        </EmptyState>
      ) : pools.length === 0 ? (
        <EmptyState title="No pool yet">
          People share the amount of an enforced budget of the organization or of a team.
        </EmptyState>
      ) : (
        <ul className="rows">
          {pools.slice(0, shownMax).map((pool) => (
            <PoolRow key={`${pool.scope} ${pool.window}`} pool={pool} />
          ))}
          {more > 0 && (
            <li>
              and <PageLink to="/budgets">{more} more</PageLink>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function PoolRow({ pool }: { readonly pool: Pool }) {
  const { scope, window, used, amount, left, worstCase, promised } = pool;
  const state = amountState(pool);
  const fault = guaranteeFault(pool);
  return (
    <li className="pool">
      <div className="pool-head">
        <b>
          <PageLink to={`/budgets/${encodeURIComponent(scope)}?window=${window}`}>
            <NameText charsMax={60} text={scope} />
          </PageLink>{' '}
          <span className="soft">{window}</span>
        </b>
        <span>
          <CreditText credits={used} isShort over={pool} /> of <CreditText credits={amount} isShort /> (
          {usedText(used, amount)})
        </span>
      </div>
      <Meter amount={amount} label={`${scope} ${window}`} over={pool} used={used} worstCase={worstCase} />
      <div className="pool-foot">
        {state === 'over-budget' ? (
          <span className="warn">{describeOver(pool)}</span>
        ) : (
          <span>
            <CreditText credits={left} isShort /> remaining
          </span>
        )}
        {worstCase !== null && (
          <span>
            at most <CreditText credits={worstCase} isShort /> under the limits in force
          </span>
        )}
        <Outlook pool={pool} />
        {fault !== undefined && (
          <span className={promised === 'broken' ? 'bad' : 'warn'}>
            <NameText charsMax={400} text={fault} />
          </span>
        )}
      </div>
    </li>
  );
}

/** Where a pool is heading: what it will have used, and whether that is within its amount. */
function Outlook({ pool }: { readonly pool: Pool }) {
  const { forecast, runsOutOn, runwayDays, through } = pool;
  const state = amountState(pool);
  return (
    <>
      {forecast !== null && (
        <span>
          forecast for <DayText day={through} />: <CreditText credits={forecast.low} isShort />–
          <CreditText credits={forecast.high} isShort />
        </span>
      )}
      <span>
        {state === 'used-up' ? (
          'used up'
        ) : runsOutOn === null ? (
          state === 'within' && 'within budget'
        ) : (
          <>
            runs out <DayText day={runsOutOn} />
            {runwayDays !== null && `, in ${runwayDays} ${runwayDays === 1 ? 'day' : 'days'}`}
          </>
        )}
      </span>
    </>
  );
}
