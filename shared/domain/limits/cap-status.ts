import { exposureAt, exposureCurve } from '../pools/exposure.ts';
import { unknownPeriods } from '../pools/moment.ts';
import type { ExposureTerms } from '../pools/pool-exposure.ts';
import type { DayRange } from '../time/day.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForce } from './limits-in-force.ts';

/**
 * Where one user's limit stands. `pending`: being sent right now. `unknown`: sent without an answer, or never sent at
 * all, and the platform shows no way to read a limit back. `failed`: the platform refuses the row.
 */
export type CapStatus = 'confirmed' | 'pending' | 'failed' | 'unknown' | 'exempt';

/** The status of a user's limit, given the ids of the runs that are going on. */
export function capStatusOf(record: LimitRecord | undefined, runsGoingOn: ReadonlySet<string>): CapStatus {
  if (record === undefined) {
    return 'unknown';
  }
  if (record.unsettled.some((sent) => runsGoingOn.has(sent.runId))) {
    return 'pending';
  }
  if (record.failure !== undefined) {
    return 'failed';
  }
  return record.unsettled.length > 0 || record.confirmed === undefined ? 'unknown' : 'confirmed';
}

/** What a user's exposure is reckoned with. */
export interface WindowExposureTerms extends ExposureTerms {
  /** The platform window of now. */
  readonly window: DayRange;
}

/**
 * The most that a user can have consumed in the platform window by now: what is known, or any limit that was in force
 * since the known data ends, or may have been. Undefined, which is without end, when there was none for some of that
 * time: so a first limit without an answer may not have been taken.
 */
export function exposureOf(
  usedCredits: number,
  record: LimitRecord | undefined,
  { moment, assumptions, window }: WindowExposureTerms,
): number | undefined {
  const limits = limitsInForce(record, {
    // What stands for no limit is a number here like any other.
    unlimitedCredits: Infinity,
    enforcementDelayMinutes: assumptions.enforcementDelayMinutes,
    knownUntilMs: moment.knownUntilMs,
  });
  // What limits allow after now is no use by now.
  const periods = unknownPeriods(window, { ...moment, heldUntilMs: moment.nowMs });
  const curve = exposureCurve({ knownCredits: usedCredits, limits }, periods, assumptions);
  const credits = usedCredits + exposureAt(curve);
  return Number.isFinite(credits) ? credits : undefined;
}
