import { isSameValue } from '../../records/same-value.ts';
import { PlatformUnavailableError, type ListPage, type PageStore, type Steps } from '../ports.ts';

interface PageWalk<Page extends ListPage> {
  /** The name under which its pages are kept: no other reading and no other list has the same. */
  readonly list: string;
  readonly pageStore: PageStore<Page>;
  /** Opens the list where a page named what comes next, from its beginning without one. */
  open(from: string | undefined): AsyncIterable<Page>;
  readonly report?: (pages: number) => void;
}

/** More pages than any honest list has; as many as the platform client reads at most. */
const pagesMax = 10_000;

/** Pages in a row that are as the one before; the platform client, which sees a step at a time, bears as many. */
const samePagesMax = 20;

/**
 * Reads a list to its end, some pages a step. `stepsBefore` were taken for other lists of the run; returns the steps that
 * were taken for all of them.
 * Passes on the list's errors, and throws PlatformUnavailableError for a list that repeats or does not end.
 */
export async function readPages<Page extends ListPage>(
  steps: Steps,
  walk: PageWalk<Page>,
  stepsBefore: number,
): Promise<number> {
  const cursors = new Set<string>();
  let samePages = 0;
  const kept = keptPages(walk);
  for (let step = 1; step <= pagesMax; step += 1) {
    const samePagesBefore = samePages;
    const place = await steps.run(`pages ${step}`, async () =>
      readOn(walk, kept, pagesOf(stepsBefore + step), samePagesBefore),
    );
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

/** A page a step while there are few, then more: a durable execution may have only some thousand steps. */
function pagesOf(step: number): number {
  return step <= 20 ? 1 : step <= 400 ? 10 : 50;
}

/** So many pages are kept at once. A step that fails keeps what it has read; a process that is killed loses these. */
const pagesPerPut = 10;

interface KeptPages<Page> {
  /** The last stored page; read once, and again after a write of unknown outcome. */
  last(): Promise<{ readonly number: number; readonly page: Page } | undefined>;
  add(page: Page): Promise<void>;
  /** Keeps what was added since. */
  flush(): Promise<void>;
}

function keptPages<Page extends ListPage>({ list, pageStore }: PageWalk<Page>): KeptPages<Page> {
  let known: { readonly last: Awaited<ReturnType<KeptPages<Page>['last']>> } | undefined;
  let added: Page[] = [];
  const kept: KeptPages<Page> = {
    async last() {
      known ??= { last: await pageStore.last(list) };
      return known.last;
    },
    async add(page) {
      added.push(page);
      if (added.length >= pagesPerPut) {
        await kept.flush();
      }
    },
    async flush() {
      const [pages, page] = [added, added.at(-1)];
      added = [];
      if (page === undefined) {
        return;
      }
      const { number } = (await kept.last()) ?? { number: 0 };
      known = undefined;
      await pageStore.put(list, number + 1, pages);
      known = { last: { number: number + pages.length, page } };
    },
  };
  return kept;
}

/** Reads some more pages. `next` is where to go on from; null at the end. */
async function readOn<Page extends ListPage>(
  walk: PageWalk<Page>,
  kept: KeptPages<Page>,
  countMax: number,
  samePagesBefore: number,
): Promise<{ readonly next: string | null; readonly pages: number; readonly samePages: number }> {
  const last = await kept.last();
  const before = last?.page;
  let pages = last?.number ?? 0;
  let latest = before;
  let samePages = samePagesBefore;
  const end = Math.min(pages + countMax, pagesMax);
  if (last !== undefined && (last.page.next === undefined || pages === end)) {
    return { next: last.page.next ?? null, pages, samePages };
  }
  try {
    for await (const page of walk.open(before?.next)) {
      pages += 1;
      await kept.add(page);
      walk.report?.(pages);
      samePages = latest !== undefined && saysSame(page, latest) ? samePages + 1 : 0;
      latest = page;
      if (page.next === undefined || pages >= end || samePages >= samePagesMax) {
        return { next: page.next ?? null, pages, samePages };
      }
    }
    return { next: null, pages, samePages };
  } finally {
    // Also where the platform turns the next page away: what was read is not read again.
    await kept.flush();
  }
}

/** A page stored meanwhile may order its members differently. */
function saysSame<Page extends ListPage>(one: Page, other: Page): boolean {
  return isSameValue({ ...one, next: undefined }, { ...other, next: undefined });
}
