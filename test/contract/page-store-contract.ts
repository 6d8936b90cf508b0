import { beforeEach, describe, expect, test } from 'vitest';

import type { RosterPage } from '../../shared/enforcement/ports.ts';
import type { PageStore } from '../../shared/kernel/runs/ports.ts';

const list = 'enforce-2026-03-15T02:30:00.000Z-nightly/roster';

function aPage(userId: string, next?: string): RosterPage {
  return { users: [{ userId, email: `${userId}@acme.example` }], unreadable: 0, ...(next !== undefined && { next }) };
}

async function allOf<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  return Array.fromAsync(pages);
}

export function describePageStore(name: string, makeStore: () => Promise<PageStore<RosterPage>>): void {
  describe(`the page store ${name}`, () => {
    let pageStore: PageStore<RosterPage>;
    beforeEach(async () => {
      pageStore = await makeStore();
    });

    test('gives the pages of a list in their order, as often as they are asked for', async () => {
      const pages = Array.from({ length: 12 }, (_, index) => aPage(`u${index}`, index === 11 ? undefined : `${index}`));
      for (const [index, page] of pages.entries()) {
        await pageStore.put(list, index + 1, [page]);
      }

      expect(await allOf(pageStore.read(list))).toEqual(pages);
      expect(await allOf(pageStore.read(list))).toEqual(pages);
    });

    test('knows the last page, by its number', async () => {
      await pageStore.put(list, 2, [aPage('bob', 'b')]);
      await pageStore.put(list, 1, [aPage('ann', 'a')]);

      expect(await pageStore.last(list)).toEqual({ number: 2, page: aPage('bob', 'b') });
    });

    test('keeps pages that are put together, and goes on after the last of them', async () => {
      const pages = Array.from({ length: 7 }, (_, index) => aPage(`u${index}`, `${index}`));
      await pageStore.put(list, 1, pages.slice(0, 1));
      await pageStore.put(list, 2, pages.slice(1, 5));
      await pageStore.put(list, 6, pages.slice(5));

      expect(await pageStore.last(list)).toEqual({ number: 7, page: pages[6] });
      expect(await allOf(pageStore.read(list))).toEqual(pages);
    });

    test('pages that are put together again take the place of the first, also where they are fewer', async () => {
      await pageStore.put(list, 1, [aPage('ann', 'a'), aPage('bob', 'b')]);
      await pageStore.put(list, 1, [aPage('ann', 'a')]);
      await pageStore.put(list, 2, [aPage('cem', 'c')]);

      expect(await allOf(pageStore.read(list))).toEqual([aPage('ann', 'a'), aPage('cem', 'c')]);
    });

    test('has nothing of a list that was never read, and nothing of another run', async () => {
      await pageStore.put(list, 1, [aPage('ann')]);

      expect(await pageStore.last('another/roster')).toBeUndefined();
      expect(await allOf(pageStore.read('another/roster'))).toEqual([]);
    });

    test('a page that is put again takes the place of the first', async () => {
      await pageStore.put(list, 1, [aPage('ann', 'a')]);
      await pageStore.put(list, 1, [aPage('bob', 'a')]);

      expect(await allOf(pageStore.read(list))).toEqual([aPage('bob', 'a')]);
    });

    test('keeps a page of any size', async () => {
      const firstName = Array.from({ length: 20_000 }, (_, index) =>
        String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
      ).join('');
      const page = {
        ...aPage('ann'),
        users: Array.from({ length: 20 }, (_, index) => ({ userId: `u${index}`, firstName })),
      };
      await pageStore.put(list, 1, [page]);

      expect(await pageStore.last(list)).toEqual({ number: 1, page });
    });
  });
}
