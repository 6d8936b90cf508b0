import type { PoolAssumptions } from '../assumptions.ts';
import { unknownPeriods, type Moment } from '../moment.ts';
import type { Pool, PoolMember } from '../pool.ts';
import { exposureAt, exposureCurve } from './exposure.ts';

interface PoolExposure {
  readonly credits: number;
  /** Unbounded members: nothing is guaranteed until each has a limit. Not in the sum. */
  readonly unboundedIds: readonly string[];
}

export interface ExposureTerms {
  readonly moment: Moment;
  readonly assumptions: PoolAssumptions;
}

/** Returns the known use plus the most that each member can have consumed beyond it under the limits in force. */
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

/** The invariant of a strict pool: its use cannot exceed its amount, whatever the users do. */
export function isCovered(pool: Pool, { credits, unboundedIds }: PoolExposure): boolean {
  return unboundedIds.length === 0 && credits <= pool.amountCredits;
}
