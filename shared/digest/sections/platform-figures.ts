import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { daysOf, type Day, type DayRange } from '../../kernel/time/day.ts';
import type { ComparedWeeks } from '../digest-week.ts';

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

const nameCharsMax = 60;

/** Characters that do not occur in a tool's name are remains of call parsing. */
const odd = /[^\p{L}\p{M}\p{N}_.:/@ -]/u;

/** Returns a tool's name without remains of call parsing (platform-api.md, Data notes): `Read</tool_name>`. */
export function cleanToolName(name: string): string | undefined {
  const start = name.search(/[\p{L}\p{N}_]/u);
  const [plain = ''] = start < 0 ? [''] : name.slice(start).split(odd, 1);
  const bare = plain
    .trim()
    .replace(/^functions\./u, '')
    .replace(/:\d+$/u, '');
  return bare === '' ? undefined : Array.from(bare).slice(0, nameCharsMax).join('');
}

/** Adds up counts whose names differ only in case, under the most frequent spelling; descending. */
export function mergedByCase(counts: readonly NamedCount[]): readonly NamedCount[] {
  const groups = Map.groupBy(merged(counts), ({ name }) => name.trim().toLowerCase());
  return mostFirst(
    [...groups.values()].flatMap((spellings) => {
      const [most] = mostFirst(spellings);
      return most === undefined ? [] : [{ name: most.name, count: sumOf(spellings) }];
    }),
  );
}

/** Adds up the calls of each tool by clean name, descending; `unnamed` are those without one. */
export function mergedTools(counts: readonly NamedCount[]): {
  readonly tools: readonly NamedCount[];
  readonly unnamed: number;
} {
  const named = counts.map(({ name, count }) => ({ name: cleanToolName(name), count }));
  const clean = named.flatMap(({ name, count }) => (name === undefined ? [] : [{ name, count }]));
  return { tools: mostFirst(merged(clean)), unnamed: sumOf(named) - sumOf(clean) };
}

export function describeCounts(counts: readonly NamedCount[], countMax: number): string {
  const shown = counts.slice(0, countMax).map(({ name, count }) => `${name} ${grouped(Math.round(count))}`);
  const others = counts.slice(countMax);
  return [
    ...shown,
    ...(others.length === 0 ? [] : [`${counted(others.length, 'other')} ${grouped(Math.round(sumOf(others)))}`]),
  ].join(', ');
}

function merged(counts: readonly NamedCount[]): readonly NamedCount[] {
  const sums = new Map<string, number>();
  counts.forEach(({ name, count }) => sums.set(name, (sums.get(name) ?? 0) + count));
  return [...sums].map(([name, count]) => ({ name, count }));
}

function mostFirst(counts: readonly NamedCount[]): readonly NamedCount[] {
  return counts.toSorted((a, b) => b.count - a.count || compareText(a.name, b.name));
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

export const notSaid = 'the platform did not say';

interface Dated {
  readonly day: Day;
}

/** The figure of each day that has one. A value that is no count is left out. */
export function saidIn<Row extends Dated>(
  rows: readonly Row[],
  range: DayRange,
  figureOf: (row: Row) => number | undefined,
): readonly number[] {
  // If a day comes twice, the last row counts.
  const byDay = new Map(rows.map((row) => [row.day, figureOf(row)]));
  return daysOf(range).flatMap((day) => {
    const figure = byDay.get(day);
    return figure !== undefined && Number.isFinite(figure) && figure >= 0 ? [figure] : [];
  });
}

export interface WeeklyFigure<Row> {
  readonly merge: 'sum' | 'mean' | 'last';
  readonly figureOf: (row: Row) => number | undefined;
  readonly unit: string;
}

/** Describes the week's figures, each with the week before: `1,204 sessions (before: 980), 7 commits (before: 9)`. */
export function describeWeekly<Row extends Dated>(
  rows: readonly Row[],
  { week, before }: ComparedWeeks,
  figures: readonly WeeklyFigure<Row>[],
): string {
  const each = figures.map((figure) => {
    const said = describeRange(rows, week, figure);
    const saidBefore = describeRange(rows, before, figure);
    return said === undefined ? undefined : `${said} ${figure.unit} (before: ${saidBefore ?? 'unknown'})`;
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
  // A sum over some of the days is not the week's figure.
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

export function shown(figure: number): string {
  return figure < 20 && !Number.isInteger(figure) ? figure.toFixed(1) : grouped(Math.round(figure));
}
