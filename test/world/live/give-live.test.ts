import { expect, test } from 'vitest';
import { addDays, daysOf, type Day } from '../../../shared/domain/time/day.ts';
import type { Member } from '../model-consumption.ts';
import { aLiveWorld, liveDay, liveOn, look, type LiveWorld } from './live-world.ts';

const amount = 30_000;
const month = { from: '2026-02-01', through: '2026-02-28' };
const pool = { scope: 'org', window: 'month', amount } as const;

/** People who work on few days, each on days of their own. */
function unequal(count: number): readonly Member[] {
  return Array.from({ length: count }, (_, index) => ({
    userId: `u-${index}`,
    email: `person-${index}@acme.example`,
    demand: Array.from({ length: 28 }, (_each, day) => (day % count === index ? 2_400 : day % 3 === 0 ? 24 : 0)),
  }));
}

function usedIn(world: LiveWorld, days: readonly Day[]): number {
  return days.reduce(
    (sum, day) => [...world.platform.truth(day).values()].reduce((total, each) => total + each, sum),
    0,
  );
}

/** A month whose first limits are set before it begins; nothing is given in it unless there are looks. */
async function aMonth(world: LiveWorld, looks: boolean): Promise<number> {
  for (const day of daysOf({ from: '2026-01-26', through: '2026-01-31' })) {
    await liveDay(world, day);
  }
  for (const day of daysOf(month)) {
    await liveDay(world, day, { looks });
    expect(usedIn(world, daysOf({ from: month.from, through: day })), day).toBeLessThanOrEqual(amount);
  }
  world.clock.moveTo(`${addDays(month.through, 1)}T00:00:00Z`);
  expect(world.violations).toEqual([]);
  return usedIn(world, daysOf(month));
}

test('a strict pool of people who work on few days grants more where credits are given in the day, and is not overspent', async () => {
  const scenario = { members: unequal(8), budgets: [pool], admins: [] };

  const nightly = await aMonth(aLiveWorld(scenario), false);
  const live = await aMonth(aLiveWorld(scenario), true);
  console.log({ nightly, live });

  expect(live).toBeGreaterThan(nightly);
});
