import { dayOf, daysOf, earliestDay, latestDay, type Day } from '../kernel/time/day.ts';
import type { Facts } from '../promise/facts.ts';
import { amountOn } from '../promise/pool-window.ts';
import type { Potential } from '../promise/potential.ts';
import { creditsIn, daysIn, spanOf } from '../promise/use.ts';

/** Top-ups of a pool that ended inside its window. */
export interface EndedTopUps {
  readonly credits: number;
  readonly day: Day;
}

/** Returns the top-ups that cover use beyond the current amount; undefined if use exceeded a day's amount. */
export function coveringTopUps({ pool, window, accounts }: Potential, facts: Facts): EndedTopUps | undefined {
  const today = dayOf(facts.moment.nowMs - facts.moment.earlierMs);
  const [first, ...others] = pool.topUps.filter(({ to }) => window.from <= to && to < today);
  if (first === undefined) {
    return undefined;
  }
  let usedBefore = 0;
  for (const day of daysOf({ from: window.from, through: earliestDay(window.through, today) })) {
    const within = spanOf({ from: day, through: day }, facts);
    let used = pool.team === undefined ? creditsIn(facts.use.beyondRows, within) : 0;
    for (const account of accounts) {
      for (const days of daysIn(account, pool, { within, facts })) {
        used += creditsIn(account.used, days);
      }
    }
    if (used > Math.max(0, amountOn(day, pool) - usedBefore)) {
      return undefined;
    }
    usedBefore += used;
  }
  return {
    credits: others.reduce((sum, { credits }) => sum + credits, first.credits),
    day: latestDay(first.to, ...others.map(({ to }) => to)),
  };
}
