import { grouped } from '../../texts/grouped.ts';
import { daysOf, type Day, type DayRange } from '../../time/day.ts';
import type { DigestWeek } from '../digest-week.ts';

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

/** A figure of a day, and how those of several days become one. */
export interface WeeklyFigure<Row> {
  readonly merge: 'sum' | 'mean' | 'last';
  readonly figureOf: (row: Row) => number | undefined;
  /** What it counts: `sessions`, `a day`. */
  readonly unit: string;
}

/** Some figures of the week, each with that of the week before: `1,204 sessions (before: 980), 7 commits (before: 9)`. */
export function describeWeekly<Row extends Dated>(
  rows: readonly Row[],
  { week, before }: Pick<DigestWeek, 'week' | 'before'>,
  figures: readonly WeeklyFigure<Row>[],
): string {
  const each = figures.map((figure) => {
    const said = describeRange(rows, week, figure);
    const saidBefore = describeRange(rows, before, figure);
    return said === undefined ? undefined : `${said} ${figure.unit} (before: ${saidBefore ?? 'not said'})`;
  });
  const known = each.filter((text) => text !== undefined);
  const missing = figures.filter((_, index) => each[index] === undefined).map(({ unit }) => unit);
  if (known.length === 0) {
    return notSaid;
  }
  return missing.length === 0 ? known.join(', ') : `${known.join(', ')}; of “${missing.join('”, “')}” ${notSaid}`;
}

function describeRange<Row extends Dated>(
  rows: readonly Row[],
  range: DayRange,
  { merge, figureOf }: WeeklyFigure<Row>,
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

function mergedBy(merge: WeeklyFigure<unknown>['merge'], figures: readonly number[]): number {
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
