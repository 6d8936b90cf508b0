import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { windowAt, type Window } from '../../../../../shared/budgets/window.ts';
import { memoryLedgerStore } from '../../../../../shared/enforcement/memory-store.ts';
import type { LedgerStore } from '../../../../../shared/enforcement/ports.ts';
import { collectUsage } from '../../../../../shared/enforcement/use-cases/collect/collect-last-known.ts';
import { collectUse } from '../../../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import { addDays, latestDay, type Day } from '../../../../../shared/kernel/time/day.ts';
import { dailyUseBuilder, knownFromOf, type DailyUse } from '../../../../../shared/ledger/daily-use.ts';
import type { LedgerRow } from '../../../../../shared/ledger/ledger-day.ts';
import { historyStart } from '../../../../../shared/ledger/reading-range.ts';
import type { Owners } from '../../../../../shared/ledger/row-owner.ts';
import { aLedgerDay } from '../../../../support/domain-samples.ts';

const today = '2026-06-10';
const yesterday = addDays(today, -1);
const users = [
  { userId: 'ann', email: 'Ann@x.example' },
  { userId: 'bob', email: 'bob@x.example' },
];

const anyDay = fc.record({
  day: fc.integer({ min: 1, max: 160 }).map((back) => addDays(today, -back)),
  isComplete: fc.boolean(),
  unreadableUserIds: fc.constantFrom([], ['bob']),
  rows: fc.array(
    fc.record({
      userId: fc.constantFrom('ann', 'bob', 'stray'),
      credits: fc.integer({ min: 0, max: 1_000 }),
      email: fc.constantFrom(null, 'ann@x.example', 'new@x.example'),
    }),
    { maxLength: 4 },
  ),
});

test('reading every day once gives what adding up and gathering apart give', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyDay, { maxLength: 12, selector: ({ day }) => day }),
      fc.subarray(['day', 'week', 'month', 'quarter', 'platform'] as const, { minLength: 1 }),
      fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      async (days, kinds, back) => {
        const ledger = memoryLedgerStore();
        for (const { day, isComplete, rows, unreadableUserIds } of days) {
          const status = isComplete ? ('complete' as const) : ('suspect' as const);
          const facts = {
            totalCredits: 0,
            hasTrustedFigures: isComplete,
            doubts: [],
            readAt: `${today}T02:30:00.000Z`,
          };
          await ledger.putDay({ day, status, unreadableUserIds, ...facts });
          await ledger.putRows(day, rows);
        }
        const windows = kinds.map((kind) => windowAt(kind, today, { anchorDay: 20 }));
        const through = back === undefined ? undefined : addDays(today, -back);
        const listed = await ledger.listDays({ from: addDays(today, -100), through: yesterday });

        const found = await collectUse(ledger, { users, windows, days: listed, yesterday, through });
        const {
          usage,
          use: { accounts: _accounts, owners: _owners, doubtful: _doubtful, ...use },
          owners,
        } = found;

        const byUser = { users: owners, accounts: owners, doubtful: [] };

        expect(usage).toEqual(await collectUsage(ledger, windows, { days: listed, through: yesterday, owners }));
        expect(use).toEqual(await usedEachDay(ledger, { windows, lastKnown: through, owners: byUser }));
      },
    ),
  );
});

/** What everybody consumed on each of the last 120 days, or from the first day of a window that began before; of what is known, from its first day on. */
async function usedEachDay(
  ledger: LedgerStore,
  {
    windows,
    lastKnown,
    owners,
  }: {
    readonly windows: readonly Window[];
    readonly lastKnown: Day | undefined;
    readonly owners: Owners;
  },
) {
  const starts = windows.map(({ from }) => from);
  const through = lastKnown ?? addDays(starts.toSorted()[0] ?? today, -1);
  const [from = through] = [...starts, addDays(through, -119)].toSorted();
  const wanted = { from: latestDay(historyStart, from), through };
  const days = wanted.from > through ? [] : await ledger.listDays(wanted);
  const range = { ...wanted, from: (lastKnown === undefined ? undefined : days[0]?.day) ?? wanted.from };
  const daily = dailyUseBuilder({ range, knownFrom: knownFromOf(range, days) });
  for (const { day, totalCredits } of days) {
    for await (const { rows } of ledger.readEach([day])) {
      daily.add({ day, rows, billedCredits: totalCredits });
    }
  }
  return daily.gathered(owners);
}

describe('of a window, the days from its first one through yesterday count', () => {
  const month = windowAt('month', today, { anchorDay: 1 });
  const used = { '2026-05-31': 1, '2026-06-01': 10, [yesterday]: 100, [today]: 1_000 };

  async function aLedger() {
    const ledger = memoryLedgerStore();
    for (const [day, credits] of Object.entries(used)) {
      await ledger.putDay(aLedgerDay({ day, totalCredits: credits }));
      await ledger.putRows(day, [{ userId: 'ann', credits, email: null }]);
    }
    return { ledger, days: await ledger.listDays({ from: '2026-05-01', through: today }) };
  }

  test('where every day is read for a plan', async () => {
    const { ledger, days } = await aLedger();

    const { usage } = await collectUse(ledger, { users, windows: [month], days, yesterday, through: yesterday });

    expect(usage.organization).toEqual({ month: 110 });
  });

  test('where only totals are wanted', async () => {
    const { ledger, days } = await aLedger();

    const { organization } = await collectUsage(ledger, [month], { days, through: yesterday, owners: new Map() });

    expect(organization).toEqual({ month: 110 });
  });
});

describe('use under an id that the roster lacks, with the email of a user on it,', () => {
  const month = windowAt('month', today, { anchorDay: 1 });
  const stray = { userId: 'stray', credits: 5, email: 'ann@x.example' };

  async function collected(rows: Readonly<Record<Day, readonly LedgerRow[]>>) {
    const ledger = memoryLedgerStore();
    for (const [day, ofDay] of Object.entries(rows)) {
      await ledger.putDay(aLedgerDay({ day, totalCredits: 0, unreadableUserIds: ['stray'] }));
      await ledger.putRows(day, ofDay);
    }
    const days = await ledger.listDays({ from: '2026-05-01', through: yesterday });
    return collectUse(ledger, { users, windows: [month], days, yesterday, through: yesterday });
  }

  test('is that user’s, and counts as such where the analytics have none of the roster’s ids', async () => {
    const { usage, use } = await collected({ '2026-05-30': [stray], [yesterday]: [stray] });

    expect([...usage.users.values()]).toMatchObject([{ userId: 'ann', credits: { month: 5 } }]);
    expect([...usage.unreadableUserIds]).toEqual(['ann']);
    expect(Array.from(use.users, ([userId, credits]) => [userId, [...credits].at(-1)])).toEqual([['ann', 5]]);
    expect(use.accounts).toBeUndefined();
  });

  test('may count apart on the platform where their own id has use too, also before the window', async () => {
    const bobs = { userId: 'bob', credits: 1, email: 'bob@x.example' };
    const anns = { userId: 'ann', credits: 2, email: 'ann@x.example' };
    const { usage, use } = await collected({ '2026-05-30': [bobs, anns], [yesterday]: [stray] });

    expect([...usage.users.values()]).toMatchObject([{ userId: 'ann', credits: { month: 5 } }]);
    expect([...usage.unreadableUserIds]).toEqual(['ann']);
    const lastOf = (users: DailyUse['users']) =>
      Array.from(users, ([userId, credits]) => [userId, [...credits].at(-1)]);
    expect(lastOf(use.users)).toEqual([
      ['ann', 5],
      ['bob', 0],
    ]);
    expect(lastOf(use.accounts ?? new Map())).toEqual([
      ['ann', 0],
      ['bob', 0],
      ['stray', 5],
    ]);
  });
});
