import { PlatformUnavailableError, type ListPage, type PageStore } from './ports.ts';
import type { Steps } from './steps.ts';

/** A list, as one run reads it. */
export interface PageWalk<Page extends ListPage> {
  /** The name under which its pages are kept: no other reading and no other list has the same. */
  readonly list: string;
  readonly pageStore: PageStore<Page>;
  /** The pages from one on, each of them a call of the platform. */
  readonly open: (from: string | undefined) => AsyncIterable<Page>;
  /** Tells how far the reading has come. */
  readonly report?: (pages: number) => void;
}

/** More pages than any honest list has; as many as the platform client reads at most. */
const pagesMax = 10_000;

/** Pages in a row that are as the one before; the platform client, which sees a step at a time, bears as many. */
const samePagesMax = 20;

/** Where a step has come to. JSON carries it. */
interface Place {
  /** Where to go on from; null at the end. */
  readonly next: string | null;
  /** How many pages there are by now, and how many of the last ones are all the same. */
  readonly pages: number;
  readonly samePages: number;
}

/**
 * Reads a list to its end, some pages a step. `stepsBefore`: steps in which the run has read pages of other lists; gives
 * how many there are by now. Raises what the list raises, and PlatformUnavailableError for one that turns in a circle
 * or does not end.
 */
export async function readPages<Page extends ListPage>(
  steps: Steps,
  walk: PageWalk<Page>,
  stepsBefore: number,
): Promise<number> {
  const cursors = new Set<string>();
  let samePages = 0;
  for (let step = 1; step <= pagesMax; step += 1) {
    const order = { countMax: pagesOf(stepsBefore + step), samePages };
    const place = await steps.run(`pages ${step}`, async () => readOn(walk, order));
    if (place.next === null) {
      return stepsBefore + step;
    }
    if (cursors.has(place.next) || place.pages >= pagesMax || place.samePages >= samePagesMax) {
      break;
    }
    cursors.add(place.next);
    samePages = place.samePages;
  }
  throw new PlatformUnavailableError('a list of the platform turns in a circle, or has no end');
}

/**
 * A page a step for as long as there are few; then more, so that the steps of a run stay within the thousands that a
 * durable execution may have. Each page is kept as it is read all the same: what a step has read is not read again.
 */
function pagesOf(step: number): number {
  return step <= 200 ? 1 : step <= 400 ? 10 : 50;
}

/** Reads some pages more than are kept already. */
async function readOn<Page extends ListPage>(
  { list, pageStore, open, report }: PageWalk<Page>,
  { countMax, samePages: sameBefore }: { readonly countMax: number; readonly samePages: number },
): Promise<Place> {
  const last = await pageStore.last(list);
  let { number: pages, page: before }: { number: number; page?: Page } = last ?? { number: 0 };
  let samePages = sameBefore;
  const end = Math.min(pages + countMax, pagesMax);
  if (last !== undefined && (last.page.next === undefined || pages === end)) {
    return { next: last.page.next ?? null, pages, samePages };
  }
  for await (const page of open(before?.next)) {
    pages += 1;
    await pageStore.put(list, pages, page);
    report?.(pages);
    samePages = before !== undefined && contentOf(page) === contentOf(before) ? samePages + 1 : 0;
    before = page;
    if (page.next === undefined || pages >= end) {
      return { next: page.next ?? null, pages, samePages };
    }
  }
  return { next: null, pages, samePages };
}

function contentOf<Page extends ListPage>({ next: _next, ...content }: Page): string {
  return JSON.stringify(content);
}
