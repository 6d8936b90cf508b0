import { PlatformUnavailableError } from './ports.ts';
import type { Steps } from './steps.ts';

/** A page of a list of the platform. */
export interface ListPage {
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** Pages that were read and are not put to use yet, so that a run which is taken up again does not read them again. */
export interface PageShelf<Page extends ListPage> {
  /** Keeps a page under its number, counted from 1. The same page again changes nothing. */
  put(list: string, number: number, page: Page): Promise<void>;
  /** The page with the highest number. */
  last(list: string): Promise<{ readonly number: number; readonly page: Page } | undefined>;
  /** All pages in their order. A list that was read to its end may be gone. */
  read(list: string): AsyncIterable<Page>;
}

/** A list, as one run reads it. */
export interface PageWalk<Page extends ListPage> {
  /** The name under which its pages are kept: no other run and no other list has the same. */
  readonly list: string;
  readonly shelf: PageShelf<Page>;
  /** The pages from one on, each of them a call of the platform. */
  readonly open: (from: string | undefined) => AsyncIterable<Page>;
  /** Tells how far the reading has come. */
  readonly report?: (pages: number) => void;
}

/** More pages than any honest list has; as many as the platform client reads at most. */
const pagesMax = 10_000;

/** How many pages the steps of one run may read. */
export interface PagePace {
  /** Pages of the next step. */
  next(): number;
}

/**
 * A page a step for as long as there are few; then more, so that the steps of a run stay within the thousands that a
 * durable execution may have. Each page is kept as it is read all the same: what a step has read is not read again.
 */
export function pagePace(): PagePace {
  let steps = 0;
  return {
    next() {
      steps += 1;
      return steps <= 200 ? 1 : steps <= 400 ? 10 : 50;
    },
  };
}

/** Reads a list to its end, some pages a step. Raises what the list raises, and PlatformUnavailableError for one that turns in a circle or does not end. */
export async function readPages<Page extends ListPage>(
  steps: Steps,
  walk: PageWalk<Page>,
  pace: PagePace,
): Promise<void> {
  const cursors = new Set<string>();
  for (let step = 1; step <= pagesMax; step += 1) {
    const countMax = pace.next();
    const next = await steps.run(`pages ${step}`, async () => readOn(walk, countMax));
    if (next === null) {
      return;
    }
    if (cursors.has(next)) {
      break;
    }
    cursors.add(next);
  }
  throw new PlatformUnavailableError('a list of the platform turns in a circle, or has no end');
}

/** Reads some pages more than are kept already. Gives where to go on from; null at the end, as JSON has it. */
async function readOn<Page extends ListPage>(
  { list, shelf, open, report }: PageWalk<Page>,
  countMax: number,
): Promise<string | null> {
  const last = await shelf.last(list);
  if (last !== undefined && last.page.next === undefined) {
    return null;
  }
  let number = last?.number ?? 0;
  const end = number + countMax;
  for await (const page of open(last?.page.next)) {
    number += 1;
    await shelf.put(list, number, page);
    report?.(number);
    if (page.next === undefined || number >= pagesMax) {
      return page.next ?? null;
    }
    if (number === end) {
      return page.next;
    }
  }
  return null;
}
