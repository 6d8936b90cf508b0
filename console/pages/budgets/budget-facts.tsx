import Container from '@cloudscape-design/components/container';
import { Link } from 'react-router';

import { Fact } from '../../parts/fact.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { Meter } from '../../parts/meter.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import type { BudgetRow } from './budget-row.ts';

/** How one budget stands now. */
export function BudgetFacts({ row }: { readonly row: BudgetRow }) {
  const { scope, amount, topUps, used, left, forecast, runsOutOn, updatedAt, updatedBy, highest, people } = row;
  const all = amount === 'unlimited' ? null : amount + (topUps ?? 0);
  return (
    <Container>
      <div className="budgets-facts">
        {all !== null && used !== null && <Meter amount={all} label={scope} used={used} />}
        <dl className="budgets-facts">
          <Fact label="Amount">
            <CreditText credits={amount === 'unlimited' ? null : amount} none="unlimited" />
          </Fact>
          {topUps !== null && topUps > 0 && (
            <Fact label="Top-ups">
              <CreditText credits={topUps} />
            </Fact>
          )}
          <Fact label={people === null ? 'Used' : 'Used by whoever used most'}>
            <CreditText credits={used} none="not in force" />
          </Fact>
          <Fact label="Left">
            <CreditText credits={left} none={amount === 'unlimited' ? 'no end' : '–'} />
          </Fact>
          <Fact label="Forecast">
            {forecast === null ? (
              '–'
            ) : (
              <>
                <CreditText credits={forecast.low} isShort /> to <CreditText credits={forecast.high} isShort />
              </>
            )}
          </Fact>
          {people === null && (
            <Fact label="Runs out">
              {left === 0 ? <b className="budgets-bad">used up</b> : <DayText day={runsOutOn} none="lasts" />}
            </Fact>
          )}
          {highest !== null && (
            <Fact label="Whoever used most">
              <Link to={`/people/${encodeURIComponent(highest)}`}>
                <NameText text={highest} />
              </Link>
            </Fact>
          )}
          <Fact label="Last changed">
            <TimeText at={updatedAt} isAgo /> by <NameText charsMax={60} text={updatedBy} />
          </Fact>
        </dl>
      </div>
    </Container>
  );
}
