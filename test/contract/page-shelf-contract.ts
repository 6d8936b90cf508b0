import { beforeEach, describe, expect, test } from 'vitest';
import type { PageShelf, RosterPage } from '../../shared/application/ports.ts';

const list = 'enforce-2026-03-15T02:30:00.000Z-nightly/roster';

function aPage(userId: string, next?: string): RosterPage {
  return { users: [{ userId, email: `${userId}@acme.example` }], unreadable: 0, ...(next !== undefined && { next }) };
}

async function allOf<T>(pages: AsyncIterable<T>): Promise<readonly T[]> {
  return Array.fromAsync(pages);
}

export function describePageShelf(name: string, makeShelf: () => Promise<PageShelf<RosterPage>>): void {
  describe(`the page shelf ${name}`, () => {
    let shelf: PageShelf<RosterPage>;
    beforeEach(async () => {
      shelf = await makeShelf();
    });

    test('gives the pages of a list in their order, as often as they are asked for', async () => {
      const pages = Array.from({ length: 12 }, (_, index) => aPage(`u${index}`, index === 11 ? undefined : `${index}`));
      for (const [index, page] of pages.entries()) {
        await shelf.put(list, index + 1, page);
      }

      expect(await allOf(shelf.read(list))).toEqual(pages);
      expect(await allOf(shelf.read(list))).toEqual(pages);
    });

    test('knows the last page, by its number', async () => {
      await shelf.put(list, 2, aPage('bob', 'b'));
      await shelf.put(list, 1, aPage('ann', 'a'));

      expect(await shelf.last(list)).toEqual({ number: 2, page: aPage('bob', 'b') });
    });

    test('has nothing of a list that was never read, and nothing of another run', async () => {
      await shelf.put(list, 1, aPage('ann'));

      expect(await shelf.last('another/roster')).toBeUndefined();
      expect(await allOf(shelf.read('another/roster'))).toEqual([]);
    });

    test('a page that is put again takes the place of the first', async () => {
      await shelf.put(list, 1, aPage('ann', 'a'));
      await shelf.put(list, 1, aPage('bob', 'a'));

      expect(await allOf(shelf.read(list))).toEqual([aPage('bob', 'a')]);
    });

    test('keeps a page of any size', async () => {
      const firstName = Array.from({ length: 20_000 }, (_, index) =>
        String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
      ).join('');
      const page = {
        ...aPage('ann'),
        users: Array.from({ length: 20 }, (_, index) => ({ userId: `u${index}`, firstName })),
      };
      await shelf.put(list, 1, page);

      expect(await shelf.last(list)).toEqual({ number: 1, page });
    });
  });
}
