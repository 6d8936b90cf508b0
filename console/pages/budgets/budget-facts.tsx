import Container from '@cloudscape-design/components/container';

import { FactCells } from '../../parts/facts.tsx';
import { Meter } from '../../parts/meter.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import type { BudgetRow } from './budget-row.ts';

export function BudgetFacts({ row }: { readonly row: BudgetRow }) {
  const { scope, amount, topUps, used, left, forecast, runsOutOn, updatedAt, updatedBy, highest, people } = row;
  const all = amount === 'unlimited' ? null : amount + (topUps ?? 0);
  return (
    <Container>
      <div className="budgets-facts">
        {all !== null && used !== null && <Meter amount={all} label={scope} used={used} />}
        <FactCells
          className="budgets-facts"
          facts={{
            Amount: <CreditText credits={amount === 'unlimited' ? null : amount} none="unlimited" />,
            'Top-ups': topUps !== null && topUps > 0 ? <CreditText credits={topUps} /> : undefined,
            [people === null ? 'Used' : 'Used by whoever used most']: <CreditText credits={used} none="not in force" />,
            Left: <CreditText credits={left} none={amount === 'unlimited' ? 'no end' : '–'} />,
            Forecast:
              forecast === null ? (
                '–'
              ) : (
                <>
                  <CreditText credits={forecast.low} isShort /> to <CreditText credits={forecast.high} isShort />
                </>
              ),
            'Runs out':
              people !== null ? undefined : left === 0 ? (
                <b className="bad">used up</b>
              ) : (
                <DayText day={runsOutOn} none="lasts" />
              ),
            'Whoever used most': highest === null ? undefined : <PersonLink email={highest} />,
            'Last changed': (
              <>
                <TimeText at={updatedAt} isAgo /> by <NameText charsMax={60} text={updatedBy} />
              </>
            ),
          }}
        />
      </div>
    </Container>
  );
}
