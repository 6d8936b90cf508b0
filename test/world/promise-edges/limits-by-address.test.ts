import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../../shared/kernel/time/day.ts';
import type { BudgetRow } from '../budget-oracle.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from '../enforcement-world.ts';
import type { Member } from '../model-consumption.ts';

/* Edges of the promise on a model of the platform that knows a limit by its address alone, whoever has that. */

const amount = 30_000;
const month = { from: '2026-02-01', through: '2026-02-28' };
const pool: BudgetRow = { scope: 'org', window: 'month', amount };

function wanting(name: string, credits: number): Member {
  return { userId: `u-${name}`, email: `${name}@acme.example`, demand: [credits] };
}

/** Five people who want far more than the pool; each has a limit before the month begins. */
async function aBusyMonth(
  rest: Partial<Scenario> = {},
  credits = 3_000,
): Promise<{ world: EnforcementWorld; members: Member[] }> {
  const members = ['ana', 'bea', 'cem', 'dot', 'eli'].map((name) => wanting(name, credits));
  const world = anEnforcementWorld({ members, budgets: [pool], admins: [], ...rest });
  await runDays(world, { from: '2026-01-15', through: '2026-01-31' });
  return { world, members };
}

async function runDays(world: EnforcementWorld, days: { readonly from: Day; readonly through: Day }): Promise<void> {
  for (const day of daysOf(days)) {
    await runEnforcement(world, day);
  }
}

function usedBetween(world: EnforcementWorld, days: { readonly from: Day; readonly through: Day }): number {
  return daysOf(days).reduce(
    (sum, day) => sum + [...world.platform.truth(day).values()].reduce((total, credits) => total + credits, 0),
    0,
  );
}

test('two accounts with one email both count with the limit of that email', async () => {
  const { world, members } = await aBusyMonth({}, 600);
  await runDays(world, { from: month.from, through: '2026-02-02' });

  members.push({ userId: 'u-twin', email: 'ANA@acme.example', demand: [3_000] });
  await runDays(world, { from: '2026-02-03', through: month.through });
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  expect(usedBetween(world, month)).toBeLessThanOrEqual(amount);
});

test('whoever is stopped stands at 0 while a pool goes on after the platform window, so a late turn costs nothing', async () => {
  const quarter: BudgetRow = { scope: 'org', window: 'quarter', amount: 50_000 };
  const { world } = await aBusyMonth({ budgets: [quarter] }, 300);
  await runDays(world, { from: month.from, through: '2026-02-26' });

  // Neither the eve nor the turn nor the days after it have a run.
  world.clock.moveTo(instantOf('2026-03-05'));

  expect(usedBetween(world, { from: '2026-01-14', through: '2026-03-04' })).toBeLessThanOrEqual(50_000);
});

test('the promise of a pool begins also where data settles after more than nine days', async () => {
  const { world } = await aBusyMonth({
    settings: {
      pools: { settleDays: 12, enforcementDelayMinutes: 30, inFlightCredits: 0, reserveShare: 0.02 },
    },
  });
  await runDays(world, { from: month.from, through: '2026-02-20' });

  const last = await runEnforcement(world, '2026-02-21');

  expect(last.plan?.shares.pools[0]).toMatchObject({ unboundedIds: [], isCovered: true });
});

test.for([1, 5])(
  '%i of five whom the analytics know under other ids get what the others get of a pool',
  async (count) => {
    const names = ['ana', 'bea', 'cem', 'dot', 'eli'];
    const members = names.map((name, index) => ({
      ...wanting(name, 600),
      ...(index < count && { analyticsId: `other-${name}` }),
    }));
    const world = anEnforcementWorld({ members, budgets: [pool], admins: [] });
    await runDays(world, { from: '2026-01-15', through: month.through });
    world.clock.moveTo(instantOf(addDays(month.through, 1)));
    const anas = daysOf(month).reduce((sum, day) => sum + (world.platform.truth(day).get('u-ana') ?? 0), 0);

    expect(anas).toBeGreaterThan(0.99 * (amount / names.length));
    expect(usedBetween(world, month)).toBeGreaterThan(0.99 * amount);
    expect(usedBetween(world, month)).toBeLessThanOrEqual(amount);
  },
);

test('who comes to an address where a higher limit waits is sent their own again at once, and the pool is kept from then on', async () => {
  const own: BudgetRow = { scope: 'user:ana@acme.example', window: 'month', amount: 500 };
  const { world, members } = await aBusyMonth({ budgets: [pool, own] }, 10);
  await runDays(world, { from: month.from, through: '2026-02-03' });
  const waited = world.platform.limitOf('bea@acme.example');

  members[0] = { ...wanting('ana', 10), email: 'bea@acme.example' };
  members[1] = { ...wanting('bea', 10), leavesOn: '2026-02-04' };
  const said: unknown[] = [];
  for (const day of ['2026-02-04', '2026-02-05', '2026-02-06']) {
    const { plan } = await runEnforcement(world, day);
    said.push([plan?.shares.pools[0]?.verdict?.kind, world.platform.limitOf('bea@acme.example')]);
  }
  members.forEach((member, index) => (members[index] = { ...member, demand: [3_000] }));
  await runDays(world, { from: '2026-02-07', through: month.through });
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  expect(waited).toBeGreaterThan(7_000);
  expect(said).toEqual([
    ['too-much-allowed', 500],
    ['kept', 500],
    ['kept', 500],
  ]);
  expect(usedBetween(world, month)).toBeGreaterThan(0.95 * amount);
  expect(usedBetween(world, month)).toBeLessThanOrEqual(amount);
});

test('an exempt member is unbounded at once, and bounded again when Curfew has set their limit and data shows it', async () => {
  const { world } = await aBusyMonth({}, 600);
  const before = await runEnforcement(world, '2026-02-02');
  const exemption = { kind: 'exemption', id: 'one', email: 'ana@acme.example', until: '2026-02-05' };
  const record = { reason: 'release', createdBy: 'admin', createdAt: '2026-02-02T09:00:00.000Z', version: 1 };
  world.stores.grants.writeByHand({ ...exemption, ...record });

  const during = await runEnforcement(world, '2026-02-03');
  await runDays(world, { from: '2026-02-04', through: '2026-02-06' });
  const after = await runEnforcement(world, '2026-02-08');

  const unbounded = [before, during, after].map(({ plan }) => plan?.shares.pools[0]?.unboundedIds);
  expect(unbounded).toEqual([[], ['u-ana'], []]);
});
