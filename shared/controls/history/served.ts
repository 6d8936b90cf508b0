import { type NumberRange, mergedRanges, rangesOf, withoutRanges } from './number-range.ts';
import { isHandled, type Handled } from './watch-state.ts';

export interface Served {
  readonly numbers: ReadonlySet<number>;
  readonly unreadable: ReadonlyMap<number | undefined, string>;
  readonly isWhole: boolean;
}

/** Tracks the row numbers of one reading, to tell when nothing new can follow. */
export interface ReadingTracker {
  see(revisions: readonly number[], hasUnreadable: boolean): void;
  readonly order: 'descending' | 'ascending' | 'neither' | 'one';
  readonly first: number | undefined;
  meets(handled: Handled | undefined): boolean;
}

export function readingTracker(): ReadingTracker {
  const seen = new Set<number>();
  let first: number | undefined;
  let last: number | undefined;
  let isRising = true;
  let isFalling = true;
  let hasUnreadable = false;

  return {
    see(revisions, pageHasUnreadable) {
      hasUnreadable ||= pageHasUnreadable;
      for (const revision of revisions) {
        isRising &&= last === undefined || revision > last;
        isFalling &&= last === undefined || revision < last;
        first ??= revision;
        last = revision;
        seen.add(revision);
      }
    },
    get order() {
      if (seen.size < 2) {
        return 'one';
      }
      return isFalling ? 'descending' : isRising ? 'ascending' : 'neither';
    },
    get first() {
      return first;
    },
    meets: (handled) => isFalling && !hasUnreadable && isMet(seen, { first, last }, handled),
  };
}

/** Page order is undocumented. After rows that fall without a gap below the newest known one, nothing is new. */
function isMet(
  seen: ReadonlySet<number>,
  { first, last }: { readonly first: number | undefined; readonly last: number | undefined },
  handled: Handled | undefined,
): boolean {
  if (handled === undefined || first === undefined || last === undefined || seen.size < 2) {
    return false;
  }
  const isContiguous = first - last + 1 === seen.size;
  return isContiguous && seen.has(handled.through) && last < handled.through;
}

/** Returns stored revisions that a whole reading did not serve; none if pages were omitted. */
export function notServed(served: Served, handled: Handled | undefined): readonly NumberRange[] {
  if (handled === undefined || !served.isWhole) {
    return [];
  }
  const there = [...served.numbers, ...served.unreadable.keys()].filter((number) => number !== undefined);
  const relevant = rangesOf(there.filter((number) => isHandled(number, handled)));
  return withoutRanges(handled, mergedRanges([...relevant, ...handled.missing]));
}

/** Returns numbers between known revisions, and up to the newest served, that are neither known nor served. */
export function gapsIn(served: Served, handled: Handled | undefined): readonly NumberRange[] {
  const there = rangesOf(served.numbers);
  const known = handled === undefined ? [] : withoutRanges(handled, handled.missing);
  const from = handled?.from ?? there[0]?.from;
  const through = Math.max(there.at(-1)?.through ?? 0, handled?.through ?? 0);
  return from === undefined ? [] : withoutRanges({ from, through }, mergedRanges([...there, ...known]));
}

export function highestOf(numbers: Iterable<number>): number | undefined {
  return rangesOf(numbers).at(-1)?.through;
}
