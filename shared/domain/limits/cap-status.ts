import { exposureAt, exposureCurve } from '../pools/exposure/exposure.ts';
import type { ExposureTerms } from '../pools/exposure/pool-exposure.ts';
import { unknownPeriods } from '../pools/moment.ts';
import type { DayRange } from '../time/day.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForceOf, type LimitHolding } from './limits-in-force.ts';

/**
 * The status of one user's limit. `pending`: being sent now. `unknown`: sent without an answer, or never sent; the
 * platform offers no way to read a limit. `failed`: the platform refuses the row.
 */
export type CapStatus = 'confirmed' | 'pending' | 'failed' | 'unknown' | 'exempt';

/** The status of a user's limit, given the ids of the runs in progress. */
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

/** What is needed to calculate a user's exposure. */
export interface WindowExposureTerms extends ExposureTerms {
  /** The platform window of now. */
  readonly window: DayRange;
}

/**
 * The most that a user can have consumed in the platform window by now: the known use, or any limit that was, or may
 * have been, in force since the end of the known data. Undefined, which means unbounded, when for some of that time
 * there was no limit, or somebody else held it: the platform may not have applied a first limit without an answer, and
 * the limit of an exempt user may have been lifted.
 */
export function exposureOf(
  usedCredits: number,
  holding: LimitHolding,
  { moment, assumptions, window }: WindowExposureTerms,
): number | undefined {
  const limits = limitsInForceOf(holding, {
    // Here the number that represents no limit is a number like any other.
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
