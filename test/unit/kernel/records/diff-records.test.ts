import { describe, expect, test } from 'vitest';

import type { JournalValue } from '../../../../shared/journal/journal-entry.ts';
import { changed, diffRecords, termsIn } from '../../../../shared/kernel/records/diff-records.ts';
import { diffTerms, keyText, plainBeside, type RecordKind } from '../../../../shared/kernel/records/record-kind.ts';

interface Key {
  readonly place: string;
  readonly seat: string;
}

interface Terms extends Key {
  readonly amount?: JournalValue;
  readonly owners?: readonly string[];
  readonly order?: readonly string[];
}

const kind: RecordKind<Key, Terms> = {
  name: 'seat',
  plainKey: ({ place, seat }) => ({ place, seat }),
  plain: ({ place, seat, amount, owners, order }) => ({
    place,
    seat,
    amount: amount as JournalValue,
    owners: owners as JournalValue,
    order: order as JournalValue,
  }),
  subject: ({ place }) => place,
  title: ({ place, seat }) => `seat ${seat} of ${place}`,
  sets: ['owners'],
};

const stamp = { version: 3, updatedBy: 'ada', updatedAt: '2026-03-01T00:00:00.000Z' };
const wantedAt = (seat: string, terms: Partial<Terms> = {}): Terms => ({ place: 'oslo', seat, ...terms });
const kept = (seat: string, terms: Partial<Terms> = {}) => ({ ...wantedAt(seat, terms), ...stamp });

describe('a list of records that are wanted', () => {
  const current = [kept('d', { amount: 1 }), kept('b', { amount: 1 }), kept('a', { amount: 1 }), kept('c')];
  const wanted = [wantedAt('d', { amount: 2 }), wantedAt('f'), wantedAt('b', { amount: 1 }), wantedAt('e')];

  test('adds in its order, then changes, then removes by key what it does not name', () => {
    const { changes, unchanged, unnamed } = diffRecords(kind, { current, wanted }, { prune: true });

    expect(changes).toEqual([
      { kind: 'add', after: wantedAt('f') },
      { kind: 'add', after: wantedAt('e') },
      { kind: 'change', before: kept('d', { amount: 1 }), after: wantedAt('d', { amount: 2 }) },
      { kind: 'remove', before: kept('a', { amount: 1 }) },
      { kind: 'remove', before: kept('c') },
    ]);
    expect([unchanged, unnamed]).toEqual([1, []]);
  });

  test('leaves what it does not name as it is unless that is to go, and says so', () => {
    const { changes, unnamed } = diffRecords(kind, { current, wanted }, { prune: false });

    expect(changes.map((change) => [change.kind, changed(change).seat])).toEqual([
      ['add', 'f'],
      ['add', 'e'],
      ['change', 'd'],
    ]);
    expect(unnamed).toEqual([kept('a', { amount: 1 }), kept('c')]);
  });

  test('changes nothing where it says what is there', () => {
    expect(diffRecords(kind, { current, wanted: current.map((record) => termsIn(record)) }, { prune: true })).toEqual({
      changes: [],
      unchanged: 4,
      unnamed: [],
    });
  });
});

test('a change is about the terms after it, or about those that go', () => {
  expect(changed({ kind: 'add', after: wantedAt('a') })).toEqual(wantedAt('a'));
  expect(changed({ kind: 'change', before: kept('a'), after: wantedAt('a', { amount: 2 }) })).toEqual(
    wantedAt('a', { amount: 2 }),
  );
  expect(changed({ kind: 'remove', before: kept('a') })).toEqual(wantedAt('a'));
});

describe('two terms', () => {
  const diff = (before: Partial<Terms>, after: Partial<Terms>) =>
    diffTerms(kind, wantedAt('a', before), wantedAt('a', after));

  test('differ by field, with what each says of it', () => {
    expect(diff({ amount: 1 }, { amount: 2 })).toEqual([{ field: 'amount', before: 1, after: 2 }]);
    expect(diff({}, { amount: 2 })).toEqual([{ field: 'amount', after: 2 }]);
    expect(diff({ amount: 1 }, {})).toEqual([{ field: 'amount', before: 1 }]);
    expect(diff({ amount: 1, owners: ['a'] }, { amount: 1, owners: ['b'] })).toEqual([
      { field: 'owners', before: ['a'], after: ['b'] },
    ]);
  });

  test('say the same whatever the order of what has none, and no other', () => {
    expect(diff({ owners: ['a', 'b'] }, { owners: ['b', 'a'] })).toEqual([]);
    expect(diff({ order: ['a', 'b'] }, { order: ['b', 'a'] })).toHaveLength(1);
    expect(diff({ owners: ['a', 'a', 'b'] }, { owners: ['a', 'b', 'b'] })).toHaveLength(1);
  });
});

test('a record is known by all parts of its key, and what stands beside that is the rest of what it says', () => {
  expect(keyText(kind, { place: 'oslo', seat: '7' })).toBe('oslo / 7');
  expect(plainBeside(kind, wantedAt('7', { amount: 0, owners: ['a'] }))).toEqual({ amount: 0, owners: ['a'] });
});
