import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryLedgerStore } from '../../../../shared/adapters/memory/memory-ledger-store.ts';
import { collectDailyUse, collectUsage, collectUse } from '../../../../shared/application/enforcement/collect-use.ts';
import { windowAt } from '../../../../shared/domain/budgets/window.ts';
import { addDays } from '../../../../shared/domain/time/day.ts';

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

test('reading every day once gives what the two readings apart give', async () => {
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

        const { usage, use } = await collectUse(ledger, { users, windows, days: listed, yesterday, through });

        expect(usage).toEqual(await collectUsage(ledger, windows, { days: listed, through: yesterday }));
        expect(use).toEqual(await collectDailyUse(ledger, { users, windows, through }));
      },
    ),
  );
});
