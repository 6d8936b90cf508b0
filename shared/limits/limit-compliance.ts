import { windowAt } from '../budgets/window.ts';
import type { SharedPool } from '../caps/shares/divide-shares.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { addDays, dayOf, startOfDayMs, type Day } from '../kernel/time/day.ts';
import { creditsOver, spanOf, type DailyUse, type DaySpan } from '../ledger/daily-use.ts';
import { reachOf } from '../pools/exposure/exposure.ts';
import type { ExposureTerms } from '../pools/exposure/pool-exposure.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForce, type InForceTerms } from './limits-in-force.ts';

interface LimitCompliance {
  readonly day: Day;
  readonly overuses: readonly { readonly userId: string; readonly credits: number }[];
  /** Before that day the limits kept the pool within its amount, if users complied. */
  readonly wasCovered: boolean;
  readonly knownBeforeCredits: number;
}

export interface ComplianceTerms extends ExposureTerms {
  readonly use: DailyUse;
  readonly records: ReadonlyMap<string, LimitRecord>;
  readonly unlimitedCredits: number;
}

/**
 * Compares the last known day with the limits in force on it. Undefined if no day of the pool's window is known. Limits
 * sent after that day do not count, so a repeated run gives the same result.
 */
export function limitCompliance(pool: SharedPool, terms: ComplianceTerms): LimitCompliance | undefined {
  const day = addDays(dayOf(terms.moment.knownUntilMs), -1);
  if (day < pool.window.from || day > pool.window.through) {
    return undefined;
  }
  const dayTerms = dayTermsOf(day, terms);
  const members = pool.memberIds.map((userId) => ({ userId, ...boundOf(userId, dayTerms, terms) }));
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

interface DayTerms {
  readonly day: DaySpan;
  readonly before: DaySpan;
  readonly endMs: number;
  readonly inForce: InForceTerms;
}

function dayTermsOf(
  day: Day,
  { use, unlimitedCredits, assumptions, moment: { platformWindow } }: ComplianceTerms,
): DayTerms {
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

function boundOf(
  userId: string,
  dayTerms: DayTerms,
  { use, records, assumptions }: ComplianceTerms,
): { readonly usedCredits: number; readonly mostCredits: number } {
  const credits = use.users.get(userId);
  const before = creditsOver(credits, dayTerms.before);
  const limits = limitsInForce(records.get(userId), dayTerms.inForce).filter(({ fromMs }) => fromMs < dayTerms.endMs);
  const mostCredits =
    limits.length === 0
      ? Infinity
      : limits.reduce(
          (most, { limitCredits }) => Math.max(most, reachOf(limitCredits, assumptions.inFlightCredits) - before),
          0,
        );
  return { usedCredits: creditsOver(credits, dayTerms.day), mostCredits };
}
