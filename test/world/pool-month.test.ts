import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import type { BudgetRow } from './budget-oracle.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  type Invocation,
  type EnforcementWorld,
} from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import type { PutFault } from './model-platform.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';

const amount = 30_000;
const month = { from: '2026-02-01', through: '2026-02-28' };
const pool: BudgetRow = { scope: 'org', window: 'month', amount };

/** Somebody who wants as much as a number says, more or less, on a day of the month. */
function wanting(name: string, demand: readonly number[]): Member {
  return { userId: `u-${name}`, email: `${name}@acme.example`, demand };
}

const demands = fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 300 }), fc.nat({ max: 6_000 })), {
  minLength: 28,
  maxLength: 28,
});
const someMembers = fc
  .array(demands, { minLength: 4, maxLength: 8 })
  .map((all) => all.map((demand, index) => wanting(`person-${index}`, demand)));

const putFault = fc.constantFrom<PutFault | undefined>(
  undefined,
  undefined,
  { kind: 'applied-then-silent' },
  { kind: 'half-applied-then-silent' },
  { kind: 'silent' },
  { kind: 'row-errors', emails: ['person-1@acme.example'] },
  { kind: 'rows-missing', emails: ['person-0@acme.example', 'person-2@acme.example'] },
);

function usedIn(world: EnforcementWorld, days: readonly Day[]): number {
  return days.reduce((sum, day) => {
    return sum + [...world.platform.truth(day).values()].reduce((total, credits) => total + credits, 0);
  }, 0);
}

/** Everybody has a limit before the month begins, so that the promise holds from its first minute. */
async function aMonthAhead(
  members: readonly Member[],
  budgets: readonly BudgetRow[] = [pool],
): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ members, budgets, admins: [] });
  for (const day of daysOf({ from: '2026-01-28', through: '2026-01-31' })) {
    await runEnforcement(world, day);
  }
  return world;
}

test('a month of nights grants the whole pool to those who want it, and not a credit more', async () => {
  const members = Array.from({ length: 6 }, (_, index) => wanting(`person-${index}`, [400 * (index + 1)]));
  const world = await aMonthAhead(members);

  for (const day of daysOf(month)) {
    await runEnforcement(world, day);
  }
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  const used = usedIn(world, daysOf(month));
  expect(world.violations).toEqual([]);
  expect(used).toBeLessThanOrEqual(amount);
  expect(used).toBeGreaterThan(0.97 * amount);
});

test(
  'whatever becomes of the PUTs and of whole nights, a strict pool is not overspent',
  { timeout: roundsTimeoutMs },
  async () => {
    const nights = fc.array(fc.record({ fault: putFault, isMissed: fc.nat({ max: 5 }).map((n) => n === 0) }), {
      minLength: 28,
      maxLength: 28,
    });
    await fc.assert(
      fc.asyncProperty(someMembers, nights, async (members, faults) => {
        const world = await aMonthAhead(members);

        for (const [index, day] of daysOf(month).entries()) {
          const { fault, isMissed } = faults[index] ?? {};
          world.platform.putFaults.splice(0, Infinity, ...(fault === undefined ? [] : [fault]));
          if (isMissed !== true) {
            await runEnforcement(world, day);
          }
        }
        world.clock.moveTo(instantOf(addDays(month.through, 1)));

        expect(usedIn(world, daysOf(month))).toBeLessThanOrEqual(amount);
      }),
      rounds(6),
    );
  },
);

test('a strict weekly pool is not overspent in the week in which the platform counts again', async () => {
  const weekly: BudgetRow = { scope: 'org', window: 'week', amount: 8_000 };
  const members = Array.from({ length: 5 }, (_, index) => wanting(`person-${index}`, [900 * (index + 1)]));
  const world = anEnforcementWorld({ members, budgets: [weekly], admins: [] });
  for (const day of daysOf({ from: '2026-02-10', through: '2026-03-15' })) {
    await runEnforcement(world, day);
  }

  const weeks = ['2026-02-16', '2026-02-23', '2026-03-02'].map((from) => daysOf({ from, through: addDays(from, 6) }));

  const used = weeks.map((days) => usedIn(world, days));
  expect(used.every((credits) => credits <= 8_000)).toBe(true);
  expect(used.every((credits) => credits > 5_000)).toBe(true);
});

test('who had no limit when a pool came is not bounded by it, and the night after all are', async () => {
  const members = Array.from({ length: 4 }, (_, index) => wanting(`person-${index}`, [2_000 * (index + 1)]));
  const world = anEnforcementWorld({ members, budgets: [pool], admins: [] });

  const first = await runEnforcement(world, '2026-02-01');
  const second = await runEnforcement(world, '2026-02-02');
  world.clock.moveTo(instantOf('2026-02-02T03:30:00Z'));
  const third = await invoke(world, { runId: 'third', at: '2026-02-02T03:30:00Z', onlyIfUnfinished: false });

  const unbounded = [first, second, third].map(({ plan }) => plan?.shares.pools[0]?.unboundedIds.length);
  expect(unbounded).toEqual([4, 0, 0]);
  expect(third.plan?.decisions.every(({ kind }) => kind === 'keep')).toBe(true);
});

/** Several runs a day, each of which divides again what it takes for free. */
async function usedInBusyMonth(members: readonly Member[], alter?: Invocation['alter']): Promise<number> {
  const world = await aMonthAhead(members);
  for (const day of daysOf({ from: month.from, through: '2026-02-14' })) {
    for (const hour of ['02:30', '09:30', '16:30', '21:30']) {
      const at = `${day}T${hour}:00Z`;
      world.clock.moveTo(instantOf(at));
      await invoke(world, { runId: `run-${at}`, at, onlyIfUnfinished: false, ...(alter !== undefined && { alter }) });
    }
  }
  world.clock.moveTo(instantOf('2026-02-15'));
  return usedIn(world, daysOf({ from: month.from, through: '2026-02-14' }));
}

const forgetful: Invocation['alter'] = (ports) => ({
  ...ports,
  limits: {
    ...ports.limits,
    list: async () => (await ports.limits.list()).map((record) => ({ ...record, replaced: [] })),
  },
});

test(
  'a night that forgot the limits it replaced would overspend the pool, and one that remembers does not',
  { timeout: roundsTimeoutMs },
  async () => {
    const drawn = fc.sample(someMembers, { numRuns: 3, seed: 20_260_201 });

    const remembering = await Promise.all(drawn.map(async (members) => usedInBusyMonth(members)));
    const forgetting = await Promise.all(drawn.map(async (members) => usedInBusyMonth(members, forgetful)));

    expect(remembering.filter((used) => used > amount)).toEqual([]);
    expect(forgetting.filter((used) => used > amount)).not.toEqual([]);
  },
);
