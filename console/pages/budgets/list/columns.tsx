import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import { percentText, shareOf } from '../../../parts/texts/amounts.ts';
import { CreditText } from '../../../parts/texts/credit-text.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { DayText } from '../../../parts/texts/time-text.tsx';
import { budgetPath, type BudgetRow } from '../budget-row.ts';
import { Spark } from '../spark.tsx';

/** The columns of the list of budgets. */
export const columns: readonly TableProps.ColumnDefinition<BudgetRow>[] = [
  {
    id: 'scope',
    header: 'Budget of',
    isRowHeader: true,
    cell: ({ scope, window }) => (
      <>
        <Link to={budgetPath(scope, window)}>
          <NameText charsMax={48} text={scope} />
        </Link>{' '}
        <span className="budgets-soft">{window}</span>
      </>
    ),
  },
  { id: 'amount', header: 'Amount', cell: (row) => <Amount row={row} /> },
  { id: 'used', header: 'Used', minWidth: 130, cell: (row) => <Used row={row} /> },
  { id: 'left', header: 'Left', cell: (row) => <Left row={row} /> },
  {
    id: 'forecast',
    header: 'Forecast',
    cell: ({ forecast }) =>
      forecast === null ? (
        '–'
      ) : (
        <span className="budgets-number">
          <CreditText credits={forecast.low} isShort />–<CreditText credits={forecast.high} isShort />
        </span>
      ),
  },
  { id: 'spark', header: 'So far', cell: (row) => <Spark row={row} /> },
  { id: 'out', header: 'Runs out', cell: (row) => <RunsOut row={row} /> },
  { id: 'mode', header: 'Mode', cell: ({ mode }) => mode },
];

const narrow = new Set(['scope', 'left', 'used', 'out']);

/** The columns that fit a phone, what is most asked for first. */
export const narrowColumns = columns.filter(({ id = '' }) => narrow.has(id)).toSorted(leftFirst);

function leftFirst({ id: a }: { readonly id?: string }, { id: b }: { readonly id?: string }): number {
  const order = ['scope', 'left', 'out', 'used'];
  return order.indexOf(a ?? '') - order.indexOf(b ?? '');
}

function allOf({ amount, topUps }: BudgetRow): number | null {
  return amount === 'unlimited' ? null : amount + (topUps ?? 0);
}

function Amount({ row }: { readonly row: BudgetRow }) {
  return (
    <span className="budgets-number">
      <CreditText credits={row.amount === 'unlimited' ? null : row.amount} none="unlimited" />
      {(row.topUps ?? 0) > 0 && (
        <>
          {' '}
          + <CreditText credits={row.topUps} isShort />
        </>
      )}
    </span>
  );
}

function Used({ row }: { readonly row: BudgetRow }) {
  const all = allOf(row);
  if (row.used === null) {
    return <span>not in force</span>;
  }
  return (
    <span className="budgets-number">
      <CreditText credits={row.used} isShort />
      {all !== null && (
        <>
          {' '}
          ({percentText(shareOf(row.used, all))})
          <Meter amount={all} label={row.scope} used={row.used} />
        </>
      )}
    </span>
  );
}

function Left({ row }: { readonly row: BudgetRow }) {
  return (
    <span className={row.left === 0 ? 'budgets-number budgets-bad' : 'budgets-number'}>
      <CreditText credits={row.left} isShort none={row.amount === 'unlimited' ? 'no end' : '–'} />
    </span>
  );
}

/** The default is everybody's own: it runs out for one person, not for all. */
function RunsOut({ row: { used, left, people, runsOutOn } }: { readonly row: BudgetRow }) {
  if (used === null || people !== null) {
    return <span>–</span>;
  }
  return (
    <span className="budgets-number">
      {left === 0 ? <b className="budgets-bad">used up</b> : <DayText day={runsOutOn} none="lasts" />}
    </span>
  );
}
