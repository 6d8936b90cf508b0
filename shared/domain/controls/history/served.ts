import { type NumberRange, mergedRanges, rangesOf, withoutRanges } from './number-range.ts';
import { isHandled, type Handled } from './watch-state.ts';

/** In which order the numbers of the rows have come so far. */
type ServedOrder = 'descending' | 'ascending' | 'neither' | 'one';

/** What the readings of one run have served, by number. */
export interface Served {
  readonly numbers: ReadonlySet<number>;
  /** Numbers of rows that could not be read, and what is wrong with them; `undefined` for rows without a number. */
  readonly unreadable: ReadonlyMap<number | undefined, string>;
  /** Every page was read, by each of the readings. */
  readonly isWhole: boolean;
}

/** Follows the rows of one reading, to tell from their numbers alone when nothing new can come any more. */
export interface ReadingTracker {
  see(revisions: readonly number[], hasUnreadable: boolean): void;
  readonly order: ServedOrder;
  /** The first number served. */
  readonly first: number | undefined;
  /** Whether the known history is met and proven: see `isMet`. */
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

/**
 * The order of the pages is not shown in platform-api.md. Rows that have fallen without exception from a head to below
 * the newest known revision, with no number missing on the way, leave no place for a new one: what follows is older.
 */
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

/** Stored revisions that a whole reading did not serve; none while pages were left out. */
export function notServed(served: Served, handled: Handled | undefined): readonly NumberRange[] {
  if (handled === undefined || !served.isWhole) {
    return [];
  }
  const there = [...served.numbers, ...served.unreadable.keys()].filter((number) => number !== undefined);
  const relevant = rangesOf(there.filter((number) => isHandled(number, handled)));
  return withoutRanges(handled, mergedRanges([...relevant, ...handled.missing]));
}

/** Numbers between known revisions, and up to the newest one served, that are neither known nor served. */
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
