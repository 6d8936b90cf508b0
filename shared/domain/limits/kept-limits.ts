import { windowAt } from '../budgets/window.ts';
import { creditsOver, spanOf, type DailyUse, type DaySpan } from '../ledger/daily-use.ts';
import type { Reckoning } from '../pools/pool-exposure.ts';
import { compareText } from '../texts/compare-text.ts';
import { addDays, dayOf, startOfDayMs, type Day } from '../time/day.ts';
import type { SharedPool } from '../caps/divide-shares.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForce, type InForceTerms } from './limits-in-force.ts';

/** What the last known day shows of a pool beside what its limits allowed. Credits are whole. */
export interface KeptLimits {
  readonly day: Day;
  /** Members who used more on that day than any limit of theirs allowed, the most first. */
  readonly overuses: readonly { readonly userId: string; readonly credits: number }[];
  /** Before that day nothing could have taken the pool past its amount, had the limits held. */
  readonly wasCovered: boolean;
  /** Known use in the pool's window before that day. */
  readonly knownBeforeCredits: number;
}

export interface KeptTerms extends Reckoning {
  readonly use: DailyUse;
  readonly records: ReadonlyMap<string, LimitRecord>;
  readonly unlimitedCredits: number;
}

/**
 * Compares the last known day with the limits that were in force in it. Undefined where no day of the pool's window is
 * known yet. What was sent after that day changes nothing here, so that the same night always finds the same.
 */
export function keptLimits(pool: SharedPool, terms: KeptTerms): KeptLimits | undefined {
  const day = addDays(dayOf(terms.moment.knownUntilMs), -1);
  if (day < pool.window.from || day > pool.window.through) {
    return undefined;
  }
  const looked = lookAt(day, terms);
  const members = pool.memberIds.map((userId) => ({ userId, ...boundOf(userId, looked, terms) }));
  const knownBeforeCredits = pool.knownCredits - pool.lastDayCredits;
  const allowed = members.reduce((sum, { mostCredits }) => sum + mostCredits, 0);
  return {
    day,
    overuses: members
      .flatMap(({ userId, usedCredits, mostCredits }) =>
        usedCredits > mostCredits ? [{ userId, credits: usedCredits - mostCredits }] : [],
      )
      .toSorted((a, b) => b.credits - a.credits || compareText(a.userId, b.userId)),
    wasCovered: knownBeforeCredits + allowed <= pool.amountCredits,
    knownBeforeCredits,
  };
}

/** What is the same for every user of a day. */
interface DayLooked {
  readonly day: DaySpan;
  /** The days of the platform window before it. */
  readonly before: DaySpan;
  readonly endMs: number;
  readonly inForce: InForceTerms;
}

function lookAt(day: Day, { use, unlimitedCredits, assumptions, moment: { platformWindow } }: KeptTerms): DayLooked {
  const { from } = windowAt('platform', day, platformWindow);
  return {
    day: spanOf(use, { from: day, through: day }),
    before: spanOf(use, { from, through: addDays(day, -1) }),
    endMs: startOfDayMs(addDays(day, 1)),
    inForce: {
      unlimitedCredits,
      enforcementDelayMinutes: assumptions.enforcementDelayMinutes,
      knownUntilMs: startOfDayMs(day),
    },
  };
}

/** What a user used on a day, and the most that the limits in force in it allowed; without end where there was none. */
function boundOf(
  userId: string,
  looked: DayLooked,
  { use, records, assumptions }: KeptTerms,
): { readonly usedCredits: number; readonly mostCredits: number } {
  const credits = use.users.get(userId);
  const before = creditsOver(credits, looked.before);
  const limits = limitsInForce(records.get(userId), looked.inForce).filter(({ fromMs }) => fromMs < looked.endMs);
  const mostCredits =
    limits.length === 0
      ? Infinity
      : limits.reduce((most, { limitCredits }) => Math.max(most, reachOf(limitCredits, assumptions) - before), 0);
  return { usedCredits: creditsOver(credits, looked.day), mostCredits };
}

function reachOf(limitCredits: number, { inFlightCredits }: Reckoning['assumptions']): number {
  return limitCredits <= 0 ? 0 : limitCredits + inFlightCredits;
}
