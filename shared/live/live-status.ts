import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { addDays, type Day, dayAndMonth } from '../kernel/time/day.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { EveningReturn } from './give.ts';
import type { LiveBounds } from './live-pool.ts';
import type { LiveStatus } from './live-state.ts';
import { judgeTotals, type FailedDays } from './totals/judge-totals.ts';
import { countedSince, type TotalsState } from './totals/totals-state.ts';

/** The settings of `live`; `contracts/settings/settings.ts` explains each. */
export interface LiveTerms extends LiveBounds {
  readonly mode: 'off' | 'shadow' | 'on';
  readonly shadowDays: number;
  readonly totalsLagMinutes: number;
  readonly eveningReturn: EveningReturn;
  readonly trancheCredits?: number;
}

interface LiveFacts {
  readonly totals: TotalsState;
  readonly ledger: readonly LedgerDay[];
  readonly nowMs: number;
  readonly since: Day;
}

/** Runs are hourly; a reading older than two of them is stale. */
const readingAgeMsMax = 130 * 60_000;

/** Decides whether the totals may be used now. An incomplete, old or contradicted reading ends that at once. */
export function decideLiveStatus(facts: LiveFacts, terms: LiveTerms): LiveStatus {
  const { totals, ledger } = facts;
  if (terms.mode === 'off') {
    return { kind: 'off' };
  }
  const verdict = judgeTotals(totals, ledger, terms);
  const isVerified = verdict.kind === 'verified';
  const shadow = { kind: 'shadow', daysDone: verdict.daysDone, daysNeeded: terms.shadowDays, isVerified } as const;
  if (terms.mode === 'shadow') {
    return shadow;
  }
  if (verdict.kind === 'verifying') {
    // If nothing was ever given based on the totals, no one is notified that nothing is given.
    return verdict.ended === undefined ? shadow : { kind: 'doubted', reason: describeFailed(verdict.ended) };
  }
  const reason = doubtOfDays(facts, verdict.through) ?? doubtOfReading(facts);
  return reason === undefined ? { kind: 'on', scale: verdict.scale } : { kind: 'doubted', reason };
}

/** Every known day is compared: a match weeks ago says little about today. */
function doubtOfDays({ since }: LiveFacts, through: Day): string | undefined {
  const lastKnown = addDays(since, -1);
  return through < lastKnown ? `the bill of ${lastKnown} could not be compared with the sessions` : undefined;
}

function doubtOfReading({ totals, nowMs, since }: LiveFacts): string | undefined {
  const { reading } = totals;
  if (reading === undefined) {
    return 'the sessions were not read yet';
  }
  if (reading.doubts.length > 0) {
    return `the last list of sessions was not whole: ${reading.doubts.join('; ')}`;
  }
  if (nowMs - reading.beganAtMs > readingAgeMsMax) {
    return `the sessions were last read at ${new Date(reading.beganAtMs).toISOString()}`;
  }
  return countedSince(totals, since) === undefined
    ? `no whole list of sessions was read on the day before ${since}, where the known figures end`
    : undefined;
}

export function describeFailed({ from, through, billedCredits, allowedCredits }: FailedDays): string {
  const when =
    from === through ? `on ${dayAndMonth(from)}` : `from ${dayAndMonth(from)} through ${dayAndMonth(through)}`;
  return `${when} ${creditsPhrase(billedCredits)} were billed, and the sessions allow for ${creditsText(allowedCredits)}`;
}
