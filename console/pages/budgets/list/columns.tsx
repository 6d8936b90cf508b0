import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import {
  amountState,
  describeOver,
  leftText,
  type UseOfAmount,
  useOfBudget,
} from '../../../../shared/kernel/texts/amount-state.ts';
import { Meter } from '../../../parts/meter.tsx';
import { countedText, daysIn, shortCredits, usedText } from '../../../parts/texts/amounts.ts';
import { CreditText } from '../../../parts/texts/credit-text.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { DayText } from '../../../parts/texts/time-text.tsx';
import { budgetPath, type BudgetRow } from '../budget-row.ts';

/** In the order of their weight: the last ones fold under the first where there is little room. */
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
  { id: 'out', header: 'Runs out', cell: (row) => <RunsOut row={row} /> },
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
  { id: 'mode', header: 'Mode', cell: ({ mode }) => mode },
  { id: 'spark', header: 'So far', cell: (row) => <Spark row={row} /> },
];

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
      <CreditText credits={row.used} isShort over={daysIn(row.windowFrom, row.windowThrough)} />
      {all !== null && (
        <>
          {' '}
          ({usedText(row.used, all)})
          <Meter amount={all} label={row.scope} over={daysIn(row.windowFrom, row.windowThrough)} used={row.used} />
        </>
      )}
      {row.people !== null && row.highest !== null && (
        <small className="soft" title={row.highest}>
          most by one of {countedText(row.people, 'person', 'people')}
        </small>
      )}
    </span>
  );
}

function Left({ row }: { readonly row: BudgetRow }) {
  const use = useOfBudget(row);
  return (
    <span className={row.left === 0 && use !== undefined ? `budgets-number ${stateClass(use)}` : 'budgets-number'}>
      {use !== undefined && amountState(use) === 'over-budget' ? (
        // One row in a sentence would widen the column of all.
        <span title={describeOver(use)}>{leftText(use, shortCredits)}</span>
      ) : (
        <CreditText credits={row.left} isShort none={row.amount === 'unlimited' ? 'no limit' : '–'} />
      )}
    </span>
  );
}

function stateClass(use: UseOfAmount): string {
  return amountState(use) === 'used-up' ? 'bad' : 'warn';
}

/** The default applies to each user, so it runs out for one person. */
function RunsOut({ row }: { readonly row: BudgetRow }) {
  const { used, people, runsOutOn } = row;
  const use = useOfBudget(row);
  const isUsedUp = use !== undefined && amountState(use) === 'used-up';
  if (used === null || people !== null) {
    return <span>–</span>;
  }
  return (
    <span className="budgets-number">
      {isUsedUp ? <b className="bad">used up</b> : <DayText day={runsOutOn} none="lasts" />}
    </span>
  );
}

const [width, height] = [90, 24] as const;

/** Use on each day of the window against the amount. The figures are beside it. */
function Spark({ row: { daily = [], amount, topUps, windowFrom, windowThrough } }: { readonly row: BudgetRow }) {
  const total = daily.reduce((sum, credits) => sum + credits, 0);
  if (daily.length === 0 || windowFrom === null || windowThrough === null) {
    return null;
  }
  const most = amount === 'unlimited' ? Infinity : amount + (topUps ?? 0);
  const top = Math.max(total, Number.isFinite(most) ? most : 0, 1);
  const days = daysBetween(windowFrom, windowThrough) + 1;
  const y = (credits: number): number => height - 1 - (credits / top) * (height - 3);
  const x = (day: number): number => (day / Math.max(1, days)) * width;
  const points = runningTotals(daily).map((sum, index) => `${x(index + 1).toFixed(1)},${y(sum).toFixed(1)}`);
  const words = `${shortCredits(total, 'credits')} in ${countedText(daily.length, 'day')}`;
  return (
    <svg aria-label={words} className="budgets-spark" role="img" viewBox={`0 0 ${width} ${height}`}>
      <title>{words}</title>
      {Number.isFinite(most) && (
        <line stroke="var(--text-soft)" strokeDasharray="3 2" x1={0} x2={width} y1={y(most)} y2={y(most)} />
      )}
      <polyline
        fill="none"
        points={`0,${height - 1} ${points.join(' ')}`}
        stroke={total >= most ? 'var(--bad)' : 'var(--chart-1)'}
        strokeWidth={2}
      />
    </svg>
  );
}

function runningTotals(daily: readonly number[]): readonly number[] {
  const totals: number[] = [];
  for (const credits of daily) {
    totals.push((totals.at(-1) ?? 0) + credits);
  }
  return totals;
}

function daysBetween(from: string, through: string): number {
  return Math.round((Date.parse(through) - Date.parse(from)) / 86_400_000);
}
