import { CreditText } from '../../parts/credit-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Meter } from '../../parts/meter.tsx';
import { NameText } from '../../parts/name-text.tsx';
import { percentText, shareOf } from '../../parts/amounts.ts';
import { DayText } from '../../parts/time-text.tsx';
import { Card } from './card.tsx';
import type { Status } from './status.ts';

type Pool = Status['pools'][number];

const shownMax = 8;

/** The budgets that people share, as bars: used, the worst case, and where it is heading. */
export function Pools({ pools }: { readonly pools: readonly Pool[] }) {
  const more = pools.length - shownMax;
  return (
    <Card
      count={pools.length}
      description="Used is known; hatched is the most that can have been used by now"
      isWide
      title="Pools"
    >
      {pools.length === 0 ? (
        <EmptyState title="No pool yet">
          A budget of the organization or of a team, in mode “enforce”, is one: people share its amount.
        </EmptyState>
      ) : (
        <ul className="rows">
          {pools.slice(0, shownMax).map((pool) => (
            <PoolRow key={`${pool.scope} ${pool.window}`} pool={pool} />
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </Card>
  );
}

function PoolRow({ pool }: { readonly pool: Pool }) {
  const { scope, window, used, amount, left, worstCase, forecast, runsOutOn, promised } = pool;
  return (
    <li className="pool">
      <div className="pool-head">
        <b>
          <NameText text={scope} />
        </b>
        <span>
          {window}, <CreditText credits={used} isShort /> of <CreditText credits={amount} isShort /> (
          {percentText(shareOf(used, amount))})
        </span>
      </div>
      <Meter amount={amount} label={scope} used={used} worstCase={worstCase} />
      <div className="pool-foot">
        <span>
          <CreditText credits={left} isShort /> left
        </span>
        {forecast !== null && (
          <span>
            by its end <CreditText credits={forecast.low} isShort />–<CreditText credits={forecast.high} isShort />
          </span>
        )}
        <span>
          {runsOutOn === null ? (
            'lasts'
          ) : (
            <>
              runs out <DayText day={runsOutOn} />
            </>
          )}
        </span>
        {promised !== 'kept' && <span className="bad">promise {promised}</span>}
      </div>
    </li>
  );
}
