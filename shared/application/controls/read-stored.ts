import type { NumberRange } from '../../domain/controls/history/number-range.ts';
import type { RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { WatchState } from '../../domain/controls/history/watch-state.ts';
import type { RevisionStore } from './ports.ts';

const entriesPerPage = 500;

/** A stored revision with the nearest one before it. */
export interface StoredStep {
  readonly entry: RevisionEntry;
  /** Absent for the first revision there is. */
  readonly previous: RevisionEntry | undefined;
}

/** The place of a series of numbers in the history. */
export type SeriesPlace = Pick<WatchState, 'series' | 'predecessor'>;

/** The stored revisions in ranges of numbers, ascending, one page of entries in memory at a time. */
export async function* storedSteps(
  store: RevisionStore,
  place: SeriesPlace,
  ranges: readonly NumberRange[],
): AsyncGenerator<StoredStep> {
  let last: RevisionEntry | undefined;
  for (const range of ranges) {
    for await (const entry of storedEntries(store, place.series, range)) {
      const isNext = last !== undefined && last.revision === entry.revision - 1;
      yield { entry, previous: isNext ? last : await previousOf(store, place, entry.revision) };
      last = entry;
    }
  }
}

/** The nearest known revision before a number; that of the series before when it is the first of its own. */
export async function previousOf(
  store: RevisionStore,
  { series, predecessor }: SeriesPlace,
  revision: number,
): Promise<RevisionEntry | undefined> {
  const below = await store.findBelow(series, revision);
  if (below !== undefined || predecessor === undefined) {
    return below;
  }
  const [before] = await store.find(predecessor.series, [predecessor.revision]);
  return before;
}

async function* storedEntries(
  store: RevisionStore,
  series: number,
  { from, through }: NumberRange,
): AsyncGenerator<RevisionEntry> {
  let next = from;
  while (next <= through) {
    const page = await store.list(series, next, entriesPerPage);
    for (const entry of page) {
      if (entry.revision > through) {
        return;
      }
      yield entry;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < entriesPerPage) {
      return;
    }
    next = last.revision + 1;
  }
}
