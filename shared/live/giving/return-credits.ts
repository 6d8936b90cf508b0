import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import { addDays, dayOf, msPerMinute, startOfDayMs } from '../../kernel/time/day.ts';
import { usedCreditsOf, type SeenUser } from './decide-ask.ts';
import type { GivingRule } from './giving-rule.ts';

interface EveningTerms {
  readonly rule: GivingRule;
  readonly probeCredits: number;
  readonly coverage: number;
  readonly hoursUntilNight: number;
  readonly eveningShare: number;
}

export interface EveningUser extends SeenUser {
  /** Would be seen at work. Of others only the ledger's figures are known. */
  readonly isSeen: boolean;
}

/**
 * Returns a user's limit from the evening until the night: what is not needed until the day's figures are known is
 * taken back. A limit that ends before the day does not bound it once the day is known, so the night has the credits a
 * day earlier. Never above the limit in force.
 */
export function eveningLimit(user: EveningUser, terms: EveningTerms): number {
  const { limitCredits } = user;
  const kept = keptInTheEvening(user, terms);
  // If little comes back, no row is sent.
  const leastCredits = (user.isSeen ? leastProbes.seen : leastProbes.unseen) * terms.probeCredits;
  return limitCredits - kept > leastCredits ? kept : limitCredits;
}

function keptInTheEvening(user: EveningUser, terms: EveningTerms): number {
  const { limitCredits, knownCredits } = user;
  const unseenCredits = Math.floor(terms.eveningShare * Math.max(0, limitCredits - knownCredits));
  if (!user.isSeen) {
    return knownCredits + unseenCredits;
  }
  const partlyCredits = Math.floor((1 - terms.coverage) * unseenCredits);
  const keptCredits = Math.max(terms.probeCredits, workCredits(user, terms), partlyCredits);
  return usedCreditsOf(user, terms.coverage) + keptCredits;
}

/** Observed users can get credits again during the day, so it takes more to send a row for them. */
const leastProbes = { seen: 2, unseen: 1.5 } as const;

function workCredits({ hourCredits, idleHours }: EveningUser, { rule, hoursUntilNight }: EveningTerms): number {
  return idleHours <= 1 ? Math.ceil(rule.eveningFactor * hourCredits * hoursUntilNight) : 0;
}

const lookEveryMinutes = 60;

/** Whether this is the last look whose limits surely end before the day does. */
export function isEvening({
  nowMs,
  enforcementDelayMinutes,
  platformWindow,
  lastDays,
}: {
  readonly nowMs: number;
  readonly enforcementDelayMinutes: number;
  readonly platformWindow: PlatformWindow;
  readonly lastDays: readonly string[];
}): boolean {
  const today = dayOf(nowMs);
  const tomorrow = addDays(today, 1);
  const endsMs = nowMs + enforcementDelayMinutes * msPerMinute;
  return (
    endsMs <= startOfDayMs(tomorrow) &&
    endsMs + lookEveryMinutes * msPerMinute > startOfDayMs(tomorrow) &&
    windowAt('platform', tomorrow, platformWindow).from < tomorrow &&
    !lastDays.includes(today)
  );
}
