import { compareText } from '../../texts/compare-text.ts';
import { counted } from '../../texts/counted.ts';
import { grouped } from '../../texts/grouped.ts';

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

const nameCharsMax = 60;

/** What a name of a tool is made of; anything else is left over from how its call was parsed. */
const odd = /[^\p{L}\p{M}\p{N}_.:/@ -]/u;

/**
 * A tool as it is called, without what is left over from parsing its call (platform-api.md, Data notes):
 * `Read</tool_name>` and `functions.Read:0` are `Read`. Undefined where nothing is left of the name.
 */
export function cleanToolName(name: string): string | undefined {
  const start = name.search(/[\p{L}\p{N}_]/u);
  const [plain = ''] = start < 0 ? [''] : name.slice(start).split(odd, 1);
  const bare = plain
    .trim()
    .replace(/^functions\./u, '')
    .replace(/:\d+$/u, '');
  return bare === '' ? undefined : Array.from(bare).slice(0, nameCharsMax).join('');
}

/** Adds up what has the same name, apart from letter case, under the spelling that comes up most; the most first. */
export function mergedByCase(counts: readonly NamedCount[]): readonly NamedCount[] {
  const groups = Map.groupBy(merged(counts), ({ name }) => name.trim().toLowerCase());
  return mostFirst(
    [...groups.values()].flatMap((spellings) => {
      const [most] = mostFirst(spellings);
      return most === undefined ? [] : [{ name: most.name, count: sumOf(spellings) }];
    }),
  );
}

/** Adds up the calls of each tool under its clean name, the most first; `unnamed` are those without one. */
export function mergedTools(counts: readonly NamedCount[]): {
  readonly tools: readonly NamedCount[];
  readonly unnamed: number;
} {
  const named = counts.map(({ name, count }) => ({ name: cleanToolName(name), count }));
  const clean = named.flatMap(({ name, count }) => (name === undefined ? [] : [{ name, count }]));
  return { tools: mostFirst(merged(clean)), unnamed: sumOf(named) - sumOf(clean) };
}

/** The first few in words: `Read 1,200, Edit 800, 5 others 300`. */
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
