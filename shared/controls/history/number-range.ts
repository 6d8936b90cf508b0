/** Both ends included. */
export interface NumberRange {
  readonly from: number;
  readonly through: number;
}

/** Returns the fewest ranges with exactly these numbers, ascending. */
export function rangesOf(numbers: Iterable<number>): readonly NumberRange[] {
  return mergedRanges(Array.from(numbers, (number) => ({ from: number, through: number })));
}

/** Returns the same numbers as ascending ranges that neither overlap nor touch. */
export function mergedRanges(ranges: readonly NumberRange[]): readonly NumberRange[] {
  const merged: { from: number; through: number }[] = [];
  for (const { from, through } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.through + 1) {
      last.through = Math.max(last.through, through);
    } else {
      merged.push({ from, through });
    }
  }
  return merged;
}

/** Returns the parts of `whole` outside `parts`, which are ascending and do not overlap. */
export function withoutRanges(whole: NumberRange, parts: readonly NumberRange[]): readonly NumberRange[] {
  const left: NumberRange[] = [];
  let from = whole.from;
  for (const part of parts) {
    if (part.through < from || part.from > whole.through) {
      continue;
    }
    if (part.from > from) {
      left.push({ from, through: part.from - 1 });
    }
    from = part.through + 1;
  }
  return from > whole.through ? left : [...left, { from, through: whole.through }];
}

export function isInRanges(number: number, ranges: readonly NumberRange[]): boolean {
  return ranges.some(({ from, through }) => from <= number && number <= through);
}

export function countIn(ranges: readonly NumberRange[]): number {
  return ranges.reduce((count, { from, through }) => count + through - from + 1, 0);
}

/** Describes at most `rangesMax` ranges, "3", "3–5", and how many more numbers there are. */
export function describeRanges(ranges: readonly NumberRange[], rangesMax = 5): string {
  const named = ranges
    .slice(0, rangesMax)
    .map(({ from, through }) => (from === through ? `${from}` : `${from}–${through}`));
  const more = countIn(ranges.slice(rangesMax));
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}
