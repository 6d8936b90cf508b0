import { expect, test } from 'vitest';

import { daysOf, type Day } from '../../shared/domain/time/day.ts';
import type { BudgetRow } from './budget-oracle.ts';
import { aNightWorld, instantOf, invoke, windowStartOf, type NightWorld, type Scenario } from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { minuteMs } from './virtual-clock.ts';

const amount = 30_000;
const february = { from: '2026-02-01', through: '2026-02-28' };

/** Two people use up the pool of a month early; from the 28th on, all five want more than there is. */
const members: readonly Member[] = ['ana', 'bea', 'cem', 'dot', 'eli'].map((name, index) => ({
  userId: `u-${name}`,
  email: `${name}@acme.example`,
  demand: Array.from({ length: 31 }, (_, day) => (day >= 27 ? 60_000 : index < 2 ? 2_000 : 300)),
}));

/** A world whose runner has a clock that is so many hours ahead of the platform's. */
function worldOf(budgets: readonly BudgetRow[], rest: Partial<Scenario> = {}): NightWorld {
  return aNightWorld({ members, budgets, admins: ['admin@acme.example'], ...rest });
}

async function runNights(
  world: NightWorld,
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

function usedIn(world: NightWorld, days: { readonly from: Day; readonly through: Day }): number {
  return daysOf(days).reduce(
    (sum, day) => sum + [...world.platform.truth(day).values()].reduce((total, credits) => total + credits, 0),
    0,
  );
}

test.for([120, 90, -90, -120])(
  'a runner whose clock is %i minutes ahead at the turn of a window overspends neither window',
  async (minutes) => {
    const world = worldOf([{ scope: 'org', window: 'month', amount }]);

    await runNights(world, { from: '2026-01-15', through: '2026-03-04' }, minutes * minuteMs);
    world.clock.moveTo(instantOf('2026-04-01'));

    expect(usedIn(world, february)).toBeLessThanOrEqual(amount);
    expect(usedIn(world, { from: '2026-03-01', through: '2026-03-31' })).toBeLessThanOrEqual(amount);
  },
);
