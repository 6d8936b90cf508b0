import type { PoolAssumptions } from '../assumptions.ts';
import { unknownPeriods, type Moment } from '../moment.ts';
import type { Pool, PoolMember } from '../pool.ts';
import { exposureAt, exposureCurve } from './exposure.ts';

interface PoolExposure {
  /** The most that can have been consumed in the window, by everybody, under the limits in force. */
  readonly credits: number;
  /** Members without any bound: nothing is promised until each has a limit. Named, and not in the sum. */
  readonly unboundedIds: readonly string[];
}

/** What is needed to calculate exposure, in addition to the members. */
export interface ExposureTerms {
  readonly moment: Moment;
  readonly assumptions: PoolAssumptions;
}

/** The sum of the known use and of the most that each member can have consumed beyond it under the limits in force. */
export function poolExposure(pool: Pool, members: readonly PoolMember[], exposureTerms: ExposureTerms): PoolExposure {
  const ids = new Set(pool.memberIds);
  const unboundedIds: string[] = [];
  let credits = pool.knownCredits;
  const periods = unknownPeriods(pool.window, exposureTerms.moment);
  for (const member of members.filter(({ userId }) => ids.has(userId))) {
    const exposed = exposureAt(exposureCurve(member, periods, exposureTerms.assumptions));
    if (Number.isFinite(exposed)) {
      credits += exposed;
    } else {
      unboundedIds.push(member.userId);
    }
  }
  return { credits, unboundedIds };
}

/** The invariant of a strict pool: whatever the users do, its use does not pass its amount. */
export function isCovered(pool: Pool, { credits, unboundedIds }: PoolExposure): boolean {
  return unboundedIds.length === 0 && credits <= pool.amountCredits;
}
