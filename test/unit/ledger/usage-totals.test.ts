import fc from 'fast-check';
import { expect, test } from 'vitest';

import { windowAt, type WindowKind } from '../../../shared/budgets/window.ts';
import { addDays } from '../../../shared/kernel/time/day.ts';
import { usageTotalsBuilder, type UsageDay, type UsageTotals } from '../../../shared/ledger/usage-totals.ts';

const today = '2026-03-18';
const kinds: readonly WindowKind[] = ['day', 'week', 'month', 'quarter', 'platform'];
const windows = kinds.map((kind) => windowAt(kind, today, { anchorDay: 10 }));

function totalOf(days: readonly UsageDay[]): UsageTotals {
  const totals = usageTotalsBuilder(windows);
  days.forEach((day) => totals.add(day));
  return totals.total();
}

function aUsageDay(day: string, credits: number, email: string | null = null): UsageDay {
  return { day, rows: [{ userId: 'ann', credits, email }], unreadableUserIds: [] };
}

test('each day counts in the windows that hold it, and in no other', () => {
  const days = ['2025-12-31', '2026-01-01', '2026-03-01', '2026-03-10', '2026-03-16', '2026-03-18'];

  const usage = totalOf(days.map((day, index) => aUsageDay(day, 10 ** index)));

  expect(usage.organization).toEqual({
    day: 100_000,
    week: 110_000,
    month: 111_100,
    quarter: 111_110,
    platform: 111_000,
  });
  expect(usage.users.get('ann')?.credits).toEqual(usage.organization);
});

test('ids and emails are the texts that are in memory already, where these are given', () => {
  const totals = usageTotalsBuilder(windows);
  totals.add(aUsageDay(today, 1, 'Ann@acme.example'));

  const { users } = totals.total(new Map(), (text) => text.toUpperCase());

  expect([...users.keys()]).toEqual(['ANN']);
  expect(users.get('ANN')).toMatchObject({ userId: 'ANN', emailKey: 'ANN@ACME.EXAMPLE' });
});

test('a user is known by the last email that the analytics gave, in its matching form', () => {
  const days = [
    aUsageDay('2026-03-16', 1, 'Old@acme.example'),
    aUsageDay('2026-03-17', 1, ' New@Acme.Example'),
    aUsageDay(today, 1),
  ];

  const usage = totalOf(days);

  expect(usage.users.get('ann')?.emailKey).toBe('new@acme.example');
});

test('a user of whom one day could not be read is reported, whatever the other days say', () => {
  const usage = totalOf([{ ...aUsageDay('2026-03-16', 1), unreadableUserIds: ['bob'] }, aUsageDay('2026-03-17', 1)]);

  expect(usage.unreadableUserIds).toEqual(new Set(['bob']));
});

test('the organization is the sum of its users in every window, to the credit', async () => {
  const someDays = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 90 }).map((back) => addDays(today, -back)),
      rows: fc.array(
        fc.record({
          userId: fc.constantFrom('a', 'b', 'c'),
          credits: fc.integer({ min: 0, max: 1_000_000_000 }),
          email: fc.constant(null),
        }),
        { maxLength: 4 },
      ),
      unreadableUserIds: fc.constant([]),
    }),
    { maxLength: 10 },
  );

  await fc.assert(
    fc.asyncProperty(someDays, async (days) => {
      const usage = totalOf(days);

      for (const kind of kinds) {
        const sum = [...usage.users.values()].reduce((total, user) => total + (user.credits[kind] ?? 0), 0);
        expect(usage.organization[kind] ?? 0).toBe(sum);
      }
    }),
  );
});

test('the credits of several ids that are one person are added window by window', () => {
  const totals = usageTotalsBuilder(windows);
  totals.add({ ...aUsageDay('2026-03-01', 5), unreadableUserIds: ['ann-1'] });
  const rows = ['ann', 'ann-1', 'ann-2', 'bob'].map((userId) => ({
    userId,
    credits: 7,
    email: `${userId}@acme.example`,
  }));
  totals.add({ day: today, rows, unreadableUserIds: ['bob'] });

  const usage = totals.total(new Map(['ann-1', 'ann-2'].map((userId) => [userId, 'ann'])));

  expect([...usage.users.keys()]).toEqual(['ann', 'bob']);
  expect(usage.users.get('ann')).toMatchObject({ userId: 'ann', credits: { day: 21, month: 26 } });
  expect(usage.users.get('bob')?.credits).toMatchObject({ day: 7, month: 7 });
  expect(usage.organization).toMatchObject({ day: 28, month: 33 });
  expect([...usage.unreadableUserIds]).toEqual(['ann', 'bob']);
});
