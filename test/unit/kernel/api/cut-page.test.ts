import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cutPage } from '../../../../shared/kernel/api/cut-page.ts';

const key = ['id'];
const ids = fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 40 });

describe('pages of a list', () => {
  test('hold together every row once, in order', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 15 }), (rows, limit) => {
        expect(allPages(rows, limit, (page) => page)).toEqual(rows);
      }),
    );
  });

  test('lose no row and show none twice when rows that were shown go meanwhile', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 15 }), (rows, limit) => {
        const kept = new Set(rows.filter((_row, place) => place % 3 !== 0));
        let seen = 0;
        // Behind the first page all but the row that the cursor names may go.
        const shown = allPages(rows, limit, (current) => {
          seen += 1;
          return seen === 1 ? current.filter((row, place) => kept.has(row) || place >= limit - 1) : current;
        });

        expect(new Set(shown).size).toBe(shown.length);
        expect(shown.slice(limit)).toEqual(rows.slice(limit));
      }),
    );
  });

  test('say where they stand, and lead back to the first the way they came', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 15 }), (rows, limit) => {
        const there = walk(rows, limit, 'next');
        const last = there.at(-1);
        const back = walk(rows, limit, 'previous', last?.cursor);

        expect(there.map(({ before, total }) => [before, total])).toEqual(
          there.map((_page, index) => [index * limit, rows.length]),
        );
        // The first page is not given as a cursor.
        expect([...back].reverse().map(({ before }) => before)).toEqual(
          there.length === 1 ? [0] : there.slice(1).map(({ before }) => before),
        );
      }),
      { numRuns: 50 },
    );
  });

  test.each(['x', 'e30', 'WzEsMl0', 'Wy0xLCJhIl0'])(
    'are refused behind the cursor %s, which was never given out',
    (cursor) => {
      expect(() => cutPage(answerOf(['a']), { cursor }, key)).toThrow('first page');
    },
  );
});

interface Walked {
  readonly cursor: string | undefined;
  readonly before: number;
  readonly total: number;
}

function walk(
  rows: readonly string[],
  limit: number,
  ...[way, start]: readonly [way: 'next' | 'previous', start?: string | undefined]
): readonly Walked[] {
  const pages: Walked[] = [];
  let cursor = start;
  do {
    const { document } = cutPage(answerOf(rows), { limit, ...(cursor !== undefined && { cursor }) }, key);
    const { next, place } = document as {
      readonly next: string | null;
      readonly place: Omit<Walked, 'cursor'> & { readonly previous: string | null };
    };
    pages.push({ cursor, before: place.before, total: place.total });
    cursor = (way === 'next' ? next : place.previous) ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

function allPages(
  rows: readonly string[],
  limit: number,
  meanwhile: (rows: readonly string[]) => readonly string[],
): readonly string[] {
  const shown: string[] = [];
  let current = rows;
  let cursor: string | undefined;
  do {
    const { document } = cutPage(answerOf(current), { limit, ...(cursor !== undefined && { cursor }) }, key);
    const page = document as { readonly rows: readonly { readonly id: string }[]; readonly next: string | null };
    shown.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? undefined;
    current = meanwhile(current);
  } while (cursor !== undefined);
  return shown;
}

function answerOf(rows: readonly string[]) {
  return { document: { rows: rows.map((id) => ({ id })), next: null }, text: () => '' };
}
