import { expect, test } from 'vitest';

import type { JournalEntry } from '../../../../shared/journal/journal-entry.ts';
import { findEntries } from '../../../../shared/journal/use-cases.ts';
import { dayOf } from '../../../../shared/kernel/time/day.ts';
import { partOf } from '../../../support/part-of.ts';

const entries: readonly JournalEntry[] = [
  {
    id: 'a',
    at: '2026-03-14T01:00:00.000Z',
    kind: 'cap-changed',
    actor: 'curfew',
    subject: 'Ann@x.example',
    runId: 'r1',
    detail: {},
  },
  {
    id: 'b',
    at: '2026-03-14T02:00:00.000Z',
    kind: 'plan-held',
    actor: 'curfew',
    runId: 'r1',
    detail: { email: 'ben@x.example' },
  },
  {
    id: 'c',
    at: '2026-03-15T01:00:00.000Z',
    kind: 'budget-changed',
    actor: 'finops@x.example',
    subject: 'org',
    detail: {},
  },
];
const asked: string[] = [];
const journal = {
  async list({ from }: { readonly from: string }, countMax: number, kinds?: readonly string[]) {
    asked.push(from);
    const own = entries.filter(({ at, kind }) => dayOf(Date.parse(at)) === from && (kinds?.includes(kind) ?? true));
    return Promise.resolve(own.slice(0, countMax));
  },
};
const range = { from: '2026-03-14', through: '2026-03-15' };

async function idsOf(wanted: object, countMax = 10): Promise<readonly string[]> {
  const found = await findEntries(partOf(journal), { range, isNewestFirst: true, ...wanted }, countMax);
  return found.map(({ id }) => id);
}

test('entries are found by kind, actor, subject and run, in whatever case', async () => {
  expect(await idsOf({ kind: 'plan-held' })).toEqual(['b']);
  expect(await idsOf({ actor: 'FINOPS' })).toEqual(['c']);
  expect(await idsOf({ subject: 'ann@' })).toEqual(['a']);
  expect(await idsOf({ subject: 'Ben@' })).toEqual(['b']);
  expect(await idsOf({ run: 'r1' })).toEqual(['b', 'a']);
});

test('the newest come first, and days behind them are not read once there are enough', async () => {
  asked.length = 0;

  expect(await idsOf({}, 1)).toEqual(['c']);
  expect(asked).toEqual(['2026-03-15']);
  expect(await idsOf({ isNewestFirst: false }, 2)).toEqual(['a', 'b']);
});

test.for([
  { what: 'the oldest, whatever they are', wanted: { isNewestFirst: false }, readMax: 2 },
  { what: 'the newest', wanted: { isNewestFirst: true }, readMax: 2 },
  { what: 'the newest of an actor', wanted: { isNewestFirst: true, actor: 'a' }, readMax: 200_000 },
  { what: 'those of an actor', wanted: { isNewestFirst: false, actor: 'a' }, readMax: 200_000 },
  { what: 'those about a subject', wanted: { isNewestFirst: false, subject: 's' }, readMax: 200_000 },
  { what: 'those of a run', wanted: { isNewestFirst: false, run: 'r' }, readMax: 200_000 },
])('of a day no more is read than is needed to find $what', async ({ wanted, readMax }) => {
  const asked: unknown[] = [];
  const list = async (...[, countMax]: readonly unknown[]) => {
    asked.push(countMax);
    return [];
  };

  await findEntries(partOf({ list }), { range: { from: '2026-03-01', through: '2026-03-01' }, ...wanted }, 2);

  expect(asked).toEqual([readMax]);
});

test('no more are given than are wanted, though a day has more', async () => {
  const entry = (id: string) =>
    ({ id, at: '2026-03-01T00:00:00.000Z', kind: 'cap-changed', actor: 'curfew', detail: {} }) as const;
  const list = async () => [entry('1'), entry('2'), entry('3')];
  const range = { from: '2026-03-01', through: '2026-03-02' };
  const found = async (isNewestFirst: boolean) =>
    (await findEntries(partOf({ list }), { range, isNewestFirst }, 2)).map(({ id }) => id);

  expect([await found(true), await found(false)]).toEqual([
    ['3', '2'],
    ['1', '2'],
  ]);
});
