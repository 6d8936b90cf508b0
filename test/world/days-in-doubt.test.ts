import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, invoke, runEnforcement, setBudgets, type EnforcementWorld } from './enforcement-world.ts';
import { hourMs } from './virtual-clock.ts';

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const suspect = '2026-02-10';
const night = addDays(suspect, 1);
const defaultMonth: BudgetRow = { scope: 'default', window: 'month', amount: 5_000 };
const own = (name: string, amount: number, window: BudgetRow['window'] = 'month'): BudgetRow => ({
  scope: `user:${name}@acme.example`,
  window,
  amount,
});

/** People whose nights have set all limits, and of whose last day the platform says something that cannot be. */
async function worldInDoubt(count: number, budgets: readonly BudgetRow[]): Promise<EnforcementWorld> {
  const members = Array.from({ length: count }, (_, index) => {
    const name = `p${index + 10}`;
    return { userId: `u-${name}`, email: `${name}@acme.example`, demand: [100] };
  });
  const world = anEnforcementWorld({ members, budgets, admins: ['ada@acme.example'] });
  for (const day of daysOf({ from: addDays(suspect, -3), through: suspect })) {
    await runEnforcement(world, day);
  }
  Object.assign(world.settings, { blastRadius });
  world.platform.tellings.set(suspect, (truth) => ({ ...truth, totalCredits: truth.totalCredits + 90_000 }));
  return world;
}

function limitsOf({ platform }: EnforcementWorld): ReadonlyMap<string, number | undefined> {
  return new Map(
    platform.members().flatMap(({ email }) => (email === undefined ? [] : [[email, platform.limitOf(email)] as const])),
  );
}

async function hourlyAfter(world: EnforcementWorld, day: Day) {
  world.clock.moveBy(hourMs);
  const at = new Date(world.clock.now()).toISOString();
  return invoke(world, { runId: `hourly-${day}`, at });
}

test('a night on a suspect day does what follows from budgets as they are now, and names the gate that holds the rest', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 5_000), own('p11', 4_000)]);
  const before = limitsOf(world);
  setBudgets(world, [defaultMonth, own('p10', 1_500), own('p11', 600)]);

  const { outcome } = await runEnforcement(world, night);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' }, capsChanged: 2 });
  expect(outcome.held?.detail).toContain(suspect);
  // Known are 900 credits of each: who has more than the budget is stopped there.
  expect(limitsOf(world)).toEqual(new Map(before).set('p10@acme.example', 1_500).set('p11@acme.example', 900));
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('on a suspect day without edits nothing changes, and a second look writes nothing', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 300, 'day'), own('p11', 900, 'week')]);
  const [before, putsBefore] = [limitsOf(world), world.platform.puts.length];

  const held = await runEnforcement(world, night);
  const hourly = await hourlyAfter(world, night);

  expect([held, hourly].map(({ outcome }) => [outcome.status, outcome.capsChanged])).toEqual([
    ['held', 0],
    ['held', 0],
  ]);
  expect(limitsOf(world)).toEqual(before);
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test('what was sent on a suspect day is not sent again by the next look', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 5_000)]);
  setBudgets(world, [defaultMonth, own('p10', 600)]);
  await runEnforcement(world, night);
  const putsBefore = world.platform.puts.length;

  const { outcome } = await hourlyAfter(world, night);

  expect(outcome).toMatchObject({ status: 'held', capsChanged: 0 });
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test('a limit that rests on the suspect day waits for it: a budget of days or weeks is not lowered on it', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 300, 'day'), own('p11', 900, 'week')]);
  const before = limitsOf(world);
  setBudgets(world, [defaultMonth, own('p10', 200, 'day'), own('p11', 800, 'week')]);

  const held = await runEnforcement(world, night);
  const inDoubt = limitsOf(world);
  world.platform.tellings.delete(suspect);
  await hourlyAfter(world, night);

  expect(held.outcome.status).toBe('held');
  // The week began before the suspect day, and what was used before the week is known.
  expect(inDoubt).toEqual(new Map(before).set('p11@acme.example', (before.get('p11@acme.example') ?? 0) - 100));
  expect(limitsOf(world).get('p10@acme.example')).toBeLessThan((before.get('p10@acme.example') ?? 0) + 100);
});

test('a budget of days that is set to nothing stops on a suspect day too', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 300, 'day')]);
  setBudgets(world, [defaultMonth, own('p10', 0, 'day')]);

  await runEnforcement(world, night);

  expect(world.platform.limitOf('p10@acme.example')).toBeLessThanOrEqual(1_000);
});

test('the end of a budget of one’s own counts on a suspect day: the default is in force', async () => {
  const world = await worldInDoubt(24, [defaultMonth, own('p10', 9_000)]);
  setBudgets(world, [defaultMonth]);

  const { outcome } = await runEnforcement(world, night);

  expect(outcome).toMatchObject({ status: 'held', capsChanged: 1 });
  expect(world.platform.limitOf('p10@acme.example')).toBe(5_000);
});

test('what reaches too far waits on a suspect day, and is held for approval once the figures are there', async () => {
  const world = await worldInDoubt(24, [defaultMonth]);
  const before = limitsOf(world);
  setBudgets(world, [{ ...defaultMonth, amount: 2_000 }]);

  const inDoubt = await runEnforcement(world, night);
  const limits = limitsOf(world);
  world.platform.tellings.delete(suspect);
  const known = await hourlyAfter(world, night);

  expect(inDoubt.outcome).toMatchObject({ held: { guard: 'trust-gate' }, capsChanged: 0 });
  expect(limits).toEqual(before);
  expect(known.outcome.held?.guard).toBe('blast-radius');
});

test('a strict pool that was lowered is protected on a suspect day', async () => {
  const pool: BudgetRow = { scope: 'org', window: 'month', amount: 100_000 };
  const world = await worldInDoubt(10, [pool]);
  setBudgets(world, [{ ...pool, amount: 50_000 }]);

  const { outcome } = await runEnforcement(world, night);
  const sum = [...limitsOf(world).values()].reduce<number>((total, limit) => total + (limit ?? 0), 0);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' } });
  expect(outcome.capsChanged).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(50_000);
});

/** Twelve people, of whom so many work on each of four Sundays; on the fifth there is nobody. */
async function sundayOf(atWork: number) {
  const sundays = [18, 25, 1, 8];
  const members = Array.from({ length: 12 }, (_, index) => {
    const worksOn = (day: number): boolean => {
      const sunday = sundays.indexOf(day);
      return day !== 15 && (sunday < 0 || (index + 12 - sunday * atWork) % 12 < atWork);
    };
    const demand = Array.from({ length: 31 }, (_day, day) => (worksOn(day + 1) ? 4_000 : 0));
    return { userId: `u-${index}`, email: `p${index}@acme.example`, demand };
  });
  const budgets = [{ ...defaultMonth, amount: 900_000 }];
  const world = anEnforcementWorld({ members, budgets, admins: ['ada@acme.example'] });
  await runEnforcement(world, '2026-02-15');
  return runEnforcement(world, '2026-02-16');
}

test('a Sunday without use holds nothing where a few of twelve work on some Sundays, and is suspect where all do', async () => {
  const [few, all] = [await sundayOf(2), await sundayOf(12)];

  expect(few.outcome).toMatchObject({ status: 'complete', dataThrough: '2026-02-15' });
  expect(all.outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' } });
});

test('a first night without the last day divides what the served days leave of a pool, and the next stops all whom it overran', async () => {
  const members = ['fay', 'zoe'].map((name) => ({
    userId: `u-${name}`,
    email: `${name}@acme.example`,
    demand: [name === 'zoe' ? 100 : 1],
  }));
  const budgets = [{ scope: 'org', window: 'week', amount: 345 }] as const;
  const world = anEnforcementWorld({ members, budgets, admins: ['ada@acme.example'] });
  world.platform.tellings.set('2026-01-17', () => undefined);

  const first = await runEnforcement(world, '2026-01-18');
  const given = [...limitsOf(world).values()];
  world.platform.tellings.clear();
  await hourlyAfter(world, '2026-01-18');

  expect(first.outcome).toMatchObject({ status: 'held', dataThrough: '2026-01-16', capsChanged: 2 });
  // 303 are used through the 16th, in one window of both budget and platform: the limits add up to the amount.
  expect(given.reduce((sum = 0, limit = Infinity) => sum + limit, 0)).toBe(345);
  // No limit bounded the 17th, and with it 404 are used: both have nothing left.
  expect(limitsOf(world)).toEqual(
    new Map([
      ['fay@acme.example', 4],
      ['zoe@acme.example', 340],
    ]),
  );
  expect(await checkInvariants(world, 'any')).toEqual([]);
});
