import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { countedText, creditsText } from '../../../parts/texts/amounts.ts';
import { CreditText } from '../../../parts/texts/credit-text.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { PersonLink } from '../../../parts/texts/page-link.tsx';
import { DayText } from '../../../parts/texts/time-text.tsx';
import type { Suggestion } from './suggestion.ts';

interface PastMonthsProps {
  readonly suggestion: Suggestion;
  /** Amounts were changed since. */
  readonly isChanged: boolean;
}

/** Who would have been stopped in the past months, had the suggested budgets been in force. */
export function PastMonths({ suggestion: { goal, months, method }, isChanged }: PastMonthsProps) {
  return (
    <Container header={<Header variant="h2">Who would have been stopped</Header>}>
      {isChanged && (
        <p role="status">
          This is of the amounts as suggested. For your amounts, see the last four weeks in the impact.
        </p>
      )}
      <ul className="rows">
        {months.map((month) => (
          <li key={month.from}>
            <MonthRow month={month} />
          </li>
        ))}
      </ul>
      <p className="soft">
        Replayed as runs work: figures come a day late, limits move each night. Past use is what was granted: a person
        who was stopped in those months wanted more.
        {goal === 'total' &&
          ' The replay begins without any history: a strict budget stops more people in its first days than later.'}
        {months.every(({ whole }) => !whole) && ' No whole month is known yet, so the known days stand for 31.'}
        {method === 'totals' &&
          ' For so many people a shared budget counts as used up by its total; its nightly division stops some earlier.'}
      </p>
    </Container>
  );
}

const namedMax = 5;

function MonthRow({ month: { from, through, used, stopped } }: { readonly month: Suggestion['months'][number] }) {
  const more = stopped.length - namedMax;
  return (
    <>
      <b>
        <DayText day={from} /> to <DayText day={through} />
      </b>
      : <CreditText credits={used} isShort /> used,{' '}
      {stopped.length === 0 ? 'no person stopped' : `${countedText(stopped.length, 'person', 'people')} stopped`}
      {stopped.length > 0 && (
        <ul>
          {stopped.slice(0, namedMax).map(({ email, day, days, scope }) => (
            <li key={email}>
              <PersonLink email={email} /> from <DayText day={day} /> by <NameText charsMax={60} text={scope} />,{' '}
              {countedText(days, 'day')}
            </li>
          ))}
          {more > 0 && <li>and {creditsText(more)} more</li>}
        </ul>
      )}
    </>
  );
}
