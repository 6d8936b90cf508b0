import { windowAt, type PlatformWindow } from '../budgets/window.ts';
import { daysOf, startOfDayMs, type Day, type DayRange } from '../kernel/time/day.ts';
import type { UsageTotals, UserUsage } from '../ledger/usage-totals.ts';
import { recordsByUser, type LimitRecord } from './limit-record.ts';
import { limitsInForce } from './limits-in-force.ts';

export interface UnknownUse {
  readonly days: DayRange;
  readonly platformWindow: PlatformWindow;
  readonly userIds: readonly string[];
  readonly limits: readonly LimitRecord[];
  readonly enforcementDelayMinutes: number;
  readonly knownCredits: ReadonlyMap<string, number>;
  /** The most that one person can consume per hour; absent when unknown. */
  readonly maxCreditsPerUserHour?: number;
}

/**
 * Adds, for the days without figures, the most that each user can have consumed under the limits in force, bounded by
 * the highest possible speed. It counts in every window that began before today, so that a budget that spans two
 * platform windows is not spent twice. A user without a limit may have consumed without bound: such a budget leaves
 * them nothing until the figures arrive; in the organization's total they count only once they had a limit.
 */
export function addUnknownUse(usage: UsageTotals, unknown: UnknownUse): UsageTotals {
  const kinds = usage.windows.filter((window) => window.from <= unknown.days.through).map(({ kind }) => kind);
  if (unknown.days.from > unknown.days.through || kinds.length === 0) {
    return usage;
  }
  const records = recordsByUser(unknown.limits);
  const windows = platformWindowsIn(unknown);
  const fastestCredits = daysOf(unknown.days).length * 24 * (unknown.maxCreditsPerUserHour ?? Number.POSITIVE_INFINITY);
  const users = new Map(usage.users);
  const organization = { ...usage.organization };
  for (const userId of new Set([...unknown.userIds, ...records.keys()])) {
    const record = records.get(userId);
    const limit = mostInForce(record, unknown);
    // A limit counts from the first day of its window: the known use in it is not unknown too.
    const inFirst = Math.max(0, limit - (unknown.knownCredits.get(userId) ?? 0));
    const credits = Math.min(windows === 1 ? inFirst : inFirst + limit * (windows - 1), fastestCredits);
    const user = users.get(userId) ?? { userId, emailKey: undefined, credits: {} };
    users.set(userId, { ...user, credits: plus(user.credits, kinds, credits) });
    if (record?.confirmed !== undefined) {
      Object.assign(organization, plus(organization, kinds, credits));
    }
  }
  return { ...usage, users, organization };
}

function mostInForce(record: LimitRecord | undefined, { days, enforcementDelayMinutes }: UnknownUse): number {
  const limits = limitsInForce(record, {
    unlimitedCredits: Number.POSITIVE_INFINITY,
    enforcementDelayMinutes,
    knownUntilMs: startOfDayMs(days.from),
  });
  return limits.length === 0
    ? Number.POSITIVE_INFINITY
    : limits.reduce((most, { limitCredits }) => Math.max(most, limitCredits), 0);
}

/** A limit can be used up again in each platform window that the unknown days touch. */
function platformWindowsIn({ days, platformWindow }: UnknownUse): number {
  const firsts = daysOf(days).map((day): Day => windowAt('platform', day, platformWindow).from);
  return new Set(firsts).size;
}

function plus(
  credits: UserUsage['credits'],
  kinds: readonly (keyof UserUsage['credits'])[],
  added: number,
): UserUsage['credits'] {
  return { ...credits, ...Object.fromEntries(kinds.map((kind) => [kind, (credits[kind] ?? 0) + added])) };
}
