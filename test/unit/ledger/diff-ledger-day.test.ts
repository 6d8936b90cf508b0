import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diffLedgerDay } from '../../../shared/ledger/diff-ledger-day.ts';
import type { LedgerRow } from '../../../shared/ledger/ledger-day.ts';

const ann = { userId: 'ann', credits: 10, email: 'ann@acme.example' };
const bob = { userId: 'bob', credits: 20, email: null };

const someRows: fc.Arbitrary<readonly LedgerRow[]> = fc.uniqueArray(
  fc.record({
    userId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    credits: fc.integer({ min: 0, max: 5 }),
    email: fc.constantFrom(null, 'x@acme.example', 'y@acme.example'),
  }),
  { selector: ({ userId }) => userId },
);

test('a day read for the first time is written whole, and everybody is restated from nothing', () => {
  expect(diffLedgerDay([], [ann, bob])).toEqual({
    rows: [ann, bob],
    restated: [
      { userId: 'ann', before: 0, after: 10 },
      { userId: 'bob', before: 0, after: 20 },
    ],
  });
});

test('a user who is no longer reported has consumed nothing', () => {
  expect(diffLedgerDay([ann, bob], [ann])).toEqual({
    rows: [{ ...bob, credits: 0 }],
    restated: [{ userId: 'bob', before: 20, after: 0 }],
  });
});

test('another email alone is written, and is no restatement', () => {
  const renamed = { ...ann, email: 'ann@new.example' };

  expect(diffLedgerDay([ann], [renamed])).toEqual({ rows: [renamed], restated: [] });
});

test('a day compared with itself changes nothing', () => {
  fc.assert(
    fc.property(someRows, (rows) => {
      expect(diffLedgerDay(rows, rows)).toEqual({ rows: [], restated: [] });
    }),
  );
});

test('what is written makes the ledger say what was reported, and writing it again changes nothing', () => {
  fc.assert(
    fc.property(someRows, someRows, (stored, reported) => {
      const written = new Map([...stored, ...diffLedgerDay(stored, reported).rows].map((row) => [row.userId, row]));
      const consumed = [...written.values()].filter(({ credits }) => credits > 0);
      const sum = (rows: readonly LedgerRow[]) => rows.reduce((total, row) => total + row.credits, 0);

      expect(sum(consumed)).toBe(sum(reported));
      expect(
        consumed.every((row) =>
          reported.some(({ userId, credits }) => userId === row.userId && credits === row.credits),
        ),
      ).toBe(true);
      expect(diffLedgerDay([...written.values()], reported).rows).toEqual([]);
    }),
  );
});
