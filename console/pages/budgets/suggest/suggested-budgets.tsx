import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { grouped } from '../../../../shared/kernel/texts/amounts.ts';
import type { OperationDocument } from '../../../api/call-api.ts';
import { useMay } from '../../../api/caller.ts';

import '../../../parts/editing/editing.css';
import { Review } from '../../../parts/importing/review.tsx';
import { readTable, writeTable } from '../../../parts/importing/table-text.ts';
import { countedText } from '../../../parts/texts/amounts.ts';
import { CreditText } from '../../../parts/texts/credit-text.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { PersonLink } from '../../../parts/texts/page-link.tsx';
import { DayText } from '../../../parts/texts/time-text.tsx';
import { budgetImport } from '../budget-table.ts';

import '../budgets.css';

type Suggestion = OperationDocument<'suggestBudgets'>;

/** Who would have been stopped in the past months, had the suggested budgets been in force. */
function PastMonths({
  suggestion: { goal, months, method },
  isChanged,
}: {
  readonly suggestion: Suggestion;
  /** Amounts were changed since. */
  readonly isChanged: boolean;
}) {
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
      : <CreditText credits={used} isShort over={{ from, through }} /> used,{' '}
      {stopped.length === 0 ? 'no person stopped' : `${countedText(stopped.length, 'person', 'people')} stopped`}
      {stopped.length > 0 && (
        <ul>
          {stopped.slice(0, namedMax).map(({ email, day, days, scope }) => (
            <li key={email}>
              <PersonLink email={email} /> from <DayText day={day} /> by <NameText charsMax={60} text={scope} />,{' '}
              {countedText(days, 'day')}
            </li>
          ))}
          {more > 0 && <li>and {grouped(more)} more</li>}
        </ul>
      )}
    </>
  );
}

/** Suggested budgets beside what saving them would do. Amounts may be changed before. */
export function SuggestedBudgets({
  suggestion,
  isOld,
}: {
  readonly suggestion: Suggestion;
  /** It is of an earlier wish: a newer one is on its way. */
  readonly isOld: boolean;
}) {
  const [amounts, setAmounts] = useState<readonly string[]>(() =>
    suggestion.budgets.map(({ amount }) => grouped(amount)),
  );
  const mayImport = useMay('importRecords');
  const isChanged = suggestion.budgets.some(({ amount }, at) => amounts[at] !== grouped(amount));
  const { people, from, through, others } = suggestion;
  return (
    <div aria-busy={isOld} className="editing">
      <SpaceBetween size="l">
        <Container
          header={
            <Header
              description={
                <>
                  From the use of {countedText(people, 'person', 'people')}, <DayText day={from} /> to{' '}
                  <DayText day={through} />
                </>
              }
              variant="h2"
            >
              Suggested budgets
            </Header>
          }
        >
          <BudgetRows amounts={amounts} budgets={suggestion.budgets} onChange={setAmounts} />
          {others > 0 && <p className="soft">{countedText(others, 'other budget')} would stay as they are.</p>}
        </Container>
        <PastMonths isChanged={isChanged} suggestion={suggestion} />
      </SpaceBetween>
      <Container header={<Header variant="h2">What saving would do</Header>}>
        {mayImport ? (
          <Review file={{ format: 'csv', content: withAmounts(suggestion.csv, amounts) }} kind={budgetImport} />
        ) : (
          <p>To save budgets you need the role budget-admin.</p>
        )}
      </Container>
    </div>
  );
}

/** The file of the suggestion with other amounts, row by row. */
function withAmounts(csv: string, amounts: readonly string[]): string {
  const [header = [], ...rows] = readTable(csv);
  const place = header.indexOf('amount');
  return writeTable([header, ...rows.map((row, at) => row.with(place, amounts[at] ?? ''))], ',');
}

/** The rest of a long list is saved as suggested. */
const shownMax = 100;

function BudgetRows({
  budgets,
  amounts,
  onChange,
}: {
  readonly budgets: Suggestion['budgets'];
  readonly amounts: readonly string[];
  readonly onChange: (amounts: readonly string[]) => void;
}) {
  return (
    <>
      <table className="suggest-rows">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Budget</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {budgets.slice(0, shownMax).map(({ scope, window, highest, people, mode }, at) => (
            <tr key={`${scope} ${window}`}>
              <td>
                <b>
                  <NameText charsMax={60} text={scope} />
                </b>{' '}
                <span className="soft">
                  {window}, {mode === 'enforce' ? 'sets limits' : 'alerts'}
                  <br />
                  {countedText(people, 'person', 'people')}, highest month <CreditText credits={highest} isShort />
                </span>
              </td>
              <td>
                <Input
                  ariaLabel={`Amount of ${scope} in credits`}
                  onChange={({ detail }) => onChange(amounts.with(at, detail.value))}
                  value={amounts[at] ?? ''}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {budgets.length > shownMax && <p>and {grouped(budgets.length - shownMax)} more, saved as suggested</p>}
    </>
  );
}
