import { expect, test } from 'vitest';

import { memoryLedgerStore, memoryLimitStore } from '../../../../../shared/enforcement/memory-store.ts';
import { expectDay } from '../../../../../shared/enforcement/use-cases/collect/collect-ledger.ts';
import type { TablePorts } from '../../../../../shared/enforcement/use-cases/collect/collect-tables.ts';
import type { Day } from '../../../../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../../../../shared/ledger/ledger-day.ts';
import type { LimitRecord } from '../../../../../shared/limits/limit-record.ts';
import { aConfirmedLimit, aLedgerDay } from '../../../../support/domain-samples.ts';
import { someSettings } from '../../../../support/enforcement-settings.ts';
import { partOf } from '../../../../support/part-of.ts';

const sunday = '2026-03-15';

/** What is expected of a Sunday, given what Ann used on some days, of which some are not trusted, and her limits. */
async function expected(
  used: Readonly<Record<Day, number>>,
  { suspect = [], limits = [] }: { readonly suspect?: readonly Day[]; readonly limits?: readonly LimitRecord[] } = {},
) {
  const ports = { ledger: memoryLedgerStore(), limits: memoryLimitStore() };
  await ports.limits.put(limits, 0);
  const known = new Map<Day, LedgerDay>();
  for (const [day, credits] of Object.entries(used)) {
    const status = suspect.includes(day) ? ('suspect' as const) : ('complete' as const);
    known.set(day, aLedgerDay({ day, totalCredits: credits, status }));
    await ports.ledger.putRows(day, [{ userId: 'ann', credits, email: null }]);
  }
  return expectDay(partOf<TablePorts>(ports), someSettings(), sunday, known);
}

test('a day is expected to come to the mean of the same weekday of four weeks, of those that are complete', async () => {
  const used = { '2026-03-08': 100, '2026-03-01': 300, '2026-02-22': 9_000, '2026-03-09': 9_000 };

  expect(await expected(used, { suspect: ['2026-02-22'] })).toBe(200);
});

test('no more is expected of a user than the limit leaves after what the window has used before the day', async () => {
  const used = { '2026-02-22': 1_000, '2026-03-14': 600, '2026-03-15': 50 };

  expect(await expected(used, { limits: [aConfirmedLimit('ann', 700)] })).toBe(100);
});

test.for([
  { at: '2026-03-15T23:59:59.999Z', expects: 1_000 },
  { at: '2026-03-16T00:00:00.000Z', expects: 700 },
])('a limit sent at $at counts for the day only if that is before its end', async ({ at, expects }) => {
  const limit = { ...aConfirmedLimit('ann', 700), unsettled: [{ limitCredits: 5_000, at, runId: 'later' }] };

  expect(await expected({ '2026-02-22': 1_000 }, { limits: [limit] })).toBe(expects);
});
