import { keptWith } from '../kernel/kept-with.ts';
import type { DayRange } from '../kernel/time/day.ts';
import { exposureAt, exposureCurve } from '../pools/exposure/exposure.ts';
import type { ExposureTerms } from '../pools/exposure/pool-exposure.ts';
import { unknownPeriods } from '../pools/moment.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForceOf, type LimitHolding } from './limits-in-force.ts';

/**
 * The status of one user's limit. `pending`: being sent now. `unknown`: sent without an answer, or never sent; the
 * platform offers no way to read a limit. `failed`: the platform refuses the row.
 */
export type CapStatus = 'confirmed' | 'pending' | 'failed' | 'unknown' | 'exempt';

/** Returns the status of a user's limit, given the ids of the runs in progress. */
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

export interface WindowExposureTerms extends ExposureTerms {
  readonly window: DayRange;
}

/** What limits allow after now is not part of the use until now. */
const periodsUntilNow = keptWith(({ moment, window }: WindowExposureTerms) =>
  unknownPeriods(window, { ...moment, heldUntilMs: moment.nowMs }),
);

/**
 * Returns the most that a user can have consumed in the platform window until now: known use, or any limit that may
 * have been in force since the known data ends. Undefined (unbounded) if for some of that time there was no limit, or
 * Curfew did not manage it: a first limit without an answer may not apply, and an exempt user's limit may have been
 * lifted.
 */
export function exposureOf(usedCredits: number, holding: LimitHolding, terms: WindowExposureTerms): number | undefined {
  const { moment, assumptions } = terms;
  const limits = limitsInForceOf(holding, {
    // Here the number that stands for no limit is an ordinary number.
    unlimitedCredits: Infinity,
    enforcementDelayMinutes: assumptions.enforcementDelayMinutes,
    knownUntilMs: moment.knownUntilMs,
  });
  const curve = exposureCurve({ knownCredits: usedCredits, limits }, periodsUntilNow(terms), assumptions);
  const credits = usedCredits + exposureAt(curve);
  return Number.isFinite(credits) ? credits : undefined;
}
