import { grouped } from '../texts/grouped.ts';
import { daysOf, type Day, type DayRange } from '../time/day.ts';
import type { DigestWeek } from './digest-week.ts';

/** What takes the place of a figure that the platform did not give. */
export const notSaid = 'the platform did not say';

interface Dated {
  readonly day: Day;
}

/** A figure of each day of a range that has one. One that is no count is none. */
export function saidIn<Row extends Dated>(
  rows: readonly Row[],
  range: DayRange,
  figureOf: (row: Row) => number | undefined,
): readonly number[] {
  // Of a day that comes twice, the last row counts.
  const byDay = new Map(rows.map((row) => [row.day, figureOf(row)]));
  return daysOf(range).flatMap((day) => {
    const figure = byDay.get(day);
    return figure !== undefined && Number.isFinite(figure) && figure >= 0 ? [figure] : [];
  });
}

/** How the figures of several days become one. */
type Merge = 'sum' | 'mean' | 'last';

/** One figure of the week with that of the week before, in words: `1,204 (before: 980)`. */
export function describeWeekly<Row extends Dated>(
  rows: readonly Row[],
  { week, before }: Pick<DigestWeek, 'week' | 'before'>,
  { merge, figureOf }: { readonly merge: Merge; readonly figureOf: (row: Row) => number | undefined },
): string {
  const said = describeRange(rows, week, { merge, figureOf });
  const saidBefore = describeRange(rows, before, { merge, figureOf });
  return said === undefined ? notSaid : `${said} (before: ${saidBefore ?? 'not said'})`;
}

function describeRange<Row extends Dated>(
  rows: readonly Row[],
  range: DayRange,
  { merge, figureOf }: { readonly merge: Merge; readonly figureOf: (row: Row) => number | undefined },
): string | undefined {
  const figures = saidIn(rows, range, figureOf);
  if (figures.length === 0) {
    return undefined;
  }
  const days = daysOf(range).length;
  // A sum over some of the days is no figure of the week.
  const isPart = merge === 'sum' && figures.length < days;
  return `${shown(mergedBy(merge, figures))}${isPart ? ` on ${figures.length} of ${days} days` : ''}`;
}

function mergedBy(merge: Merge, figures: readonly number[]): number {
  const sum = figures.reduce((total, figure) => total + figure, 0);
  switch (merge) {
    case 'sum':
      return sum;
    case 'mean':
      return sum / figures.length;
    case 'last':
      return figures.at(-1) ?? 0;
  }
}

/** Small ratios with one digit, everything else whole. */
export function shown(figure: number): string {
  return figure < 20 && !Number.isInteger(figure) ? figure.toFixed(1) : grouped(Math.round(figure));
}
