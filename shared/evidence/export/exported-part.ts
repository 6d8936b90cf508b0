import { dayOf, type DayRange } from '../../kernel/time/day.ts';
import { lastRecordBefore, type Link } from '../chain.ts';

export interface GaplessPart {
  readonly first: number;
  readonly last: number;
}

/** Finds the gapless part while a chain is read: from the link before its first to the one after its last. */
interface PartFinder {
  see(link: Link): void;
  readonly part: GaplessPart;
}

export function partFinder({ from, through }: DayRange): PartFinder {
  let before = 0;
  let last = 0;
  let first: number | undefined;
  return {
    see({ seq, at }) {
      const day = dayOf(Date.parse(at));
      if (from <= day && day <= through) {
        first ??= seq;
        last = seq;
      } else if (first === undefined && day < from) {
        before = seq;
      }
    },
    get part() {
      return { first: (first ?? before + 1) - 1, last: (first === undefined ? before : last) + 1 };
    },
  };
}

/**
 * Chooses the exported links: everything but heartbeats outside the gapless part. A link after a gap names the newest
 * record before it, which is exported, so only heartbeats can be missing. Links from before this was recorded are all
 * kept.
 */
interface PartChooser {
  take(link: Link): readonly Link[];
  end(): readonly Link[];
}

export function partChooser({ first, last }: GaplessPart): PartChooser {
  let skipped: Link[] = [];
  let newestSkipped: Link | undefined;
  const keep = (link: Link): readonly Link[] => {
    const kept = lastRecordBefore(link) === undefined ? [...skipped, link] : [link];
    skipped = [];
    newestSkipped = undefined;
    return kept;
  };
  return {
    take(link) {
      if (link.kind !== 'run' || (first <= link.seq && link.seq <= last) || link.seq === 1) {
        return keep(link);
      }
      newestSkipped = link;
      // A link after one that names its record names its own.
      skipped = lastRecordBefore(link) === undefined ? [...skipped, link] : [];
      return [];
    },
    end: () =>
      newestSkipped === undefined ? [] : keep(newestSkipped).filter((link, at, all) => all.indexOf(link) === at),
  };
}
