import { expect, test } from 'vitest';

import { memoryLimitStore } from '../../shared/enforcement/memory-store.ts';
import { voidRunsAhead } from '../../shared/enforcement/use-cases/void-runs.ts';
import { daysOf, type Day } from '../../shared/kernel/time/day.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  setBudgets,
  windowStartOf,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

const amount = 30_000;

/** Two people use up the pool of a month early; from the 28th on, all five want more than there is. */
const members: readonly Member[] = ['ana', 'bea', 'cem', 'dot', 'eli'].map((name, index) => ({
  userId: `u-${name}`,
  email: `${name}@acme.example`,
  demand: Array.from({ length: 31 }, (_, day) => (day >= 27 ? 60_000 : index < 2 ? 2_000 : 300)),
}));

/** A world whose runner has a clock that is so many hours ahead of the platform's. */
function worldOf(budgets: readonly BudgetRow[], rest: Partial<Scenario> = {}): EnforcementWorld {
  return anEnforcementWorld({ members, budgets, admins: ['admin@acme.example'], ...rest });
}

async function runNights(
  world: EnforcementWorld,
  days: { readonly from: Day; readonly through: Day },
  aheadMs: number,
): Promise<void> {
  for (const day of daysOf(days)) {
    const start = windowStartOf(day);
    for (const run of day.endsWith('-01') ? [start, nightOf(day)] : [nightOf(day)]) {
      world.clock.moveTo(instantOf(run.at) - aheadMs);
      await invoke(world, { ...run, aheadMs });
    }
  }
}

function nightOf(day: Day) {
  return { runId: `night-${day}`, at: day };
}

test('a limit that an edit replaces by a clock that is behind counts in the window that has begun on the platform', async () => {
  const world = worldOf([{ scope: 'org', window: 'month', amount }]);
  const aheadMs = -60 * minuteMs;
  await runNights(world, { from: '2026-01-15', through: '2026-02-28' }, aheadMs);
  setBudgets(world, [{ scope: 'org', window: 'month', amount: 60_000 }]);
  world.clock.moveTo('2026-03-01T00:20:00.000Z');

  await invoke(world, {
    runId: 'edit',
    at: '2026-02-28T23:20:00.000Z',
    kind: 'edit',
    onlyIfUnfinished: false,
    aheadMs,
  });

  const ends = (await world.stores.limits.list()).map(({ replaced = [] }) => replaced.at(-1)?.until);
  expect(ends).toContain('2026-03-01T00:20:00.000Z');
});

test('by a clock that is ahead, no limit of a new window rises before the old one has ended on the platform', async () => {
  const rows: BudgetRow[] = members.map(({ email }) => ({ scope: `user:${email}`, window: 'week', amount: 900 }));
  const world = worldOf(rows);
  await runNights(world, { from: '2026-01-15', through: '2026-01-31' }, 0);
  const before = members.map(({ email = '' }) => world.platform.limitOf(email) ?? Infinity);

  world.clock.moveTo(instantOf('2026-02-01T00:05:00Z') - 90 * minuteMs);
  await invoke(world, { ...windowStartOf('2026-02-01'), aheadMs: 90 * minuteMs });

  const raised = members.filter(({ email = '' }, index) => (world.platform.limitOf(email) ?? 0) > (before[index] ?? 0));
  expect(raised).toEqual([]);
});

test('a clock that is off is a problem of every run and a condition for the admins, until it is right again', async () => {
  const world = worldOf([{ scope: 'org', window: 'month', amount }]);
  const aheadMs = 60 * minuteMs;
  world.clock.moveTo(instantOf('2026-01-20') - aheadMs);

  const off = await invoke(world, { ...nightOf('2026-01-20'), aheadMs });
  const open = await world.stores.alerts.read('limits', []);
  const right = await runEnforcement(world, '2026-01-21');
  const left = await world.stores.alerts.read('limits', []);

  expect(off.outcome.problems.join()).toContain('60 min ahead');
  expect(right.outcome.problems.join()).not.toContain('clock');
  const topics = [open, left].map(
    (states) => states.filter(({ conditionId }) => conditionId.includes('clock-off')).length,
  );
  expect(topics).toEqual([1, 0]);
});

test('a run as of another moment than now does not report that the clock is off', async () => {
  const world = worldOf([{ scope: 'org', window: 'month', amount }]);
  world.clock.moveTo('2026-02-20T12:00:00.000Z');

  const replayed = await invoke(world, { runId: 'replay', at: '2026-01-20' });

  expect(replayed.outcome.problems.join()).not.toContain('clock');
});

test('where answers do not show the platform’s clock, nothing is said of it', async () => {
  const world = worldOf([{ scope: 'org', window: 'month', amount }]);
  world.platform.sendsDate = false;
  world.clock.moveTo('2026-01-20T01:30:00.000Z');

  const run = await invoke(world, { ...nightOf('2026-01-20'), aheadMs: 60 * minuteMs });

  expect(run.outcome.problems.join()).not.toContain('clock');
});

test('once limits by a clock that was months ahead are declared void, runs go on, and the night after gives what is free', async () => {
  const budgets = [
    { scope: 'org', window: 'month', amount: 200_000 },
    { scope: 'default', window: 'month', amount: 45_000 },
  ];
  const world = worldOf(budgets);
  Object.assign(world.stores, { limits: memoryLimitStore(world.clock) });
  await runEnforcement(world, '2026-02-10');
  const ahead = windowStartOf('2026-06-01');
  await invoke(world, { ...ahead, aheadMs: instantOf(ahead.at) - world.clock.now() });
  const held = await runEnforcement(world, '2026-02-11');
  const { until = '' } = held.outcome.held ?? {};

  const now = new Date(world.clock.now()).toISOString();
  const order = { until, by: 'ada@acme.example', at: now, reason: 'the clock was ahead' };
  const done = await voidRunsAhead({ ...world.stores, clock: world.clock }, order);
  world.clock.moveBy(hourMs);
  const again = await invoke(world, { runId: 'night-again', at: '2026-02-11T03:30:00Z' });
  const next = await runEnforcement(world, '2026-02-12');

  expect(held.outcome.held).toMatchObject({ guard: 'newer-run', until: ahead.at });
  expect(done).toMatchObject({ kind: 'void', back: new Date(instantOf('2026-02-10')).toISOString() });
  expect(again.outcome.status).toBe('complete');
  expect(next.outcome).toMatchObject({ status: 'complete', problems: [] });
  const moments = (await world.stores.limits.list()).flatMap(({ confirmed, replaced = [] }) => [
    confirmed?.at ?? '',
    ...replaced.map((limit) => limit.until),
  ]);
  expect(moments.filter((at) => Date.parse(at) > world.clock.now())).toEqual([]);
  // The run that was ahead stands in the journal under days of its own clock, and is the newer one: that is declared void.
  const wrong = await checkInvariants(world, 'settled');
  expect(wrong.filter((each) => !/^I[79]/u.test(each))).toEqual([]);
});
