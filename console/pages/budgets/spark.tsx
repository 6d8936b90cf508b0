import { countedText, shortCredits } from '../../parts/texts/amounts.ts';
import type { BudgetRow } from './budget-row.ts';

const [width, height] = [90, 24] as const;

/** What was used by each day of the window so far, against the amount as a line. The figures stand beside it. */
export function Spark({ row: { daily = [], amount, topUps, windowFrom, windowThrough } }: { readonly row: BudgetRow }) {
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
  const words = `${shortCredits(total)} credits in ${countedText(daily.length, 'day')}`;
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
