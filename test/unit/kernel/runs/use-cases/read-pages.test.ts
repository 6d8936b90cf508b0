import { expect, test } from 'vitest';

import { PlatformUnavailableError, type ListPage } from '../../../../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryPageStore } from '../../../../../shared/kernel/runs/store/memory-page-store.ts';
import { readPages } from '../../../../../shared/kernel/runs/use-cases/read-pages.ts';

interface CountedPage extends ListPage {
  readonly content: number;
}

const steps = immediateSteps(async () => {});

/** A list of so many pages, each opening of which reads on from there; `contentOf` says what stands on a page. */
function aList(pagesCount: number, contentOf: (number: number) => number = (number) => number) {
  const opened: string[] = [];
  const pageStore = memoryPageStore<CountedPage>();
  async function* open(from = '1'): AsyncIterable<CountedPage> {
    opened.push(from);
    for (let number = Number(from); number <= pagesCount; number += 1) {
      yield { content: contentOf(number), ...(number < pagesCount && { next: String(number + 1) }) };
    }
  }
  return { walk: { list: 'list', pageStore, open }, opened, last: async () => pageStore.last('list') };
}

test('a short list is read a page a step, a long one in ever more, counting what was read of other lists', async () => {
  const [short, long, late] = [aList(3), aList(400), aList(400)];

  const steps0 = await readPages(steps, short.walk, 0);
  const steps1 = await readPages(steps, long.walk, 0);
  const steps2 = await readPages(steps, late.walk, 400);

  expect([steps0, steps1, steps2]).toEqual([3, 58, 408]);
  expect(await long.last()).toMatchObject({ number: 400, page: { content: 400 } });
});

test.for([
  ['the twentieth step', 19, 10, 2],
  ['the step after it', 20, 10, 1],
  ['the four hundredth step', 399, 50, 2],
  ['the step after that', 400, 50, 1],
] as const)('%s reads no more than its pages', async ([, stepsBefore, pagesCount, stepsWanted]) => {
  expect(await readPages(steps, aList(pagesCount).walk, stepsBefore)).toBe(stepsBefore + stepsWanted);
});

test('a reading that broke off goes on after the last page that was kept', async () => {
  const { walk, opened, last } = aList(5);
  for (const content of [1, 2, 3]) {
    await walk.pageStore.put('list', content, [{ content, next: String(content + 1) }]);
  }

  await readPages(steps, walk, 0);

  expect(opened).toEqual(['4', '5']);
  expect(await Array.fromAsync(walk.pageStore.read('list'), ({ content }) => content)).toEqual([1, 2, 3, 4, 5]);
  expect(await last()).toMatchObject({ number: 5 });
});

test('a list that is kept to its end is not opened again', async () => {
  const { walk, opened } = aList(2);
  await readPages(steps, walk, 0);

  const stepsDone = await readPages(steps, walk, 0);

  expect(opened).toEqual(['1', '2']);
  expect(stepsDone).toBe(1);
});

test('a list without any page has been read to its end', async () => {
  const { walk, last } = aList(0);

  expect(await readPages(steps, walk, 0)).toBe(1);
  expect(await last()).toBeUndefined();
});

test('the pages of a step are kept at once, and where the step fails, those that it has read', async () => {
  const { walk, opened } = aList(100);
  const puts: number[] = [];
  let reads = 0;
  const pageStore: typeof walk.pageStore = {
    ...walk.pageStore,
    last: async (list) => {
      reads += 1;
      return walk.pageStore.last(list);
    },
    put: async (list, first, pages) => {
      puts.push(pages.length);
      return walk.pageStore.put(list, first, pages);
    },
  };
  let isAway = true;
  async function* open(from?: string) {
    for await (const page of walk.open(from)) {
      yield page;
      if (page.content === 25 && isAway) {
        isAway = false;
        throw new PlatformUnavailableError('429');
      }
    }
  }
  const again = { ...steps, run: async <T>(_name: string, work: () => Promise<T>) => work().catch(work) };

  await readPages(again, { ...walk, pageStore, open }, 20);

  expect(puts).toEqual([10, 10, 5, 10, 10, 10, 10, 10, 10, 10, 5]);
  expect(opened).toEqual(['1', '11', '21', '26', '36', '46', '56', '66', '76', '86', '96']);
  expect(reads).toBe(1);
});

test('each page that is read is reported by its number', async () => {
  const { walk } = aList(3);
  const reported: number[] = [];

  await readPages(steps, { ...walk, report: (pages) => reported.push(pages) }, 0);

  expect(reported).toEqual([1, 2, 3]);
});

test('pages that say the same now and then are no circle, and twenty in a row are', async () => {
  const sameAfter = (count: number) => aList(60, (number) => Math.ceil(number / count));

  expect(await readPages(steps, sameAfter(20).walk, 0)).toBe(24);
  await expect(readPages(steps, sameAfter(21).walk, 0)).rejects.toThrow('turns in a circle');
});

test('a list that leads back to a page it has given is a circle', async () => {
  const pageStore = memoryPageStore<CountedPage>();
  let content = 0;
  async function* open(from = '1'): AsyncIterable<CountedPage> {
    content += 1;
    yield { content, next: from === '3' ? '2' : String(Number(from) + 1) };
  }

  await expect(readPages(steps, { list: 'list', pageStore, open }, 0)).rejects.toThrow('turns in a circle');
  expect(content).toBe(3);
});

test('a list whose pages say the same again and again ends with an error, though each step opens it again', async () => {
  const { walk, opened } = aList(500, () => 1);

  await expect(readPages(steps, walk, 0)).rejects.toThrow('has no end');
  expect(opened.length).toBeLessThan(25);
});

test('a list that goes on past what any honest one has ends with an error', async () => {
  const { walk, opened } = aList(30_000);

  await expect(readPages(steps, walk, 400)).rejects.toThrow('has no end');
  expect(opened).toHaveLength(200);
});

test('a step that reads many pages keeps ten at a time, so that a process that is killed loses no more', async () => {
  const { walk } = aList(120);
  const puts: number[] = [];
  const pageStore: typeof walk.pageStore = {
    ...walk.pageStore,
    put: async (list, first, pages) => {
      puts.push(pages.length);
      return walk.pageStore.put(list, first, pages);
    },
  };

  expect(await readPages(steps, { ...walk, pageStore }, 400)).toBe(403);
  expect(puts).toEqual(Array.from({ length: 12 }, () => 10));
});
