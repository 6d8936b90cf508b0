import { invariant } from '../../../shared/kernel/invariant.ts';
import { exposureAt, reachOf, type ExposureCurve } from '../../../shared/pools/exposure/exposure.ts';
import { limitFor, type CountedLimits, type MemberExposure } from '../../../shared/pools/exposure/member-exposure.ts';
import type { PoolCosts } from './fill-pools.ts';

export function costsOf(memberExposure: MemberExposure, counted: CountedLimits): PoolCosts {
  return new MemberCosts(memberExposure, counted);
}

class MemberCosts implements PoolCosts {
  readonly #member: MemberExposure;
  readonly #counted: CountedLimits;

  constructor(member: MemberExposure, counted: CountedLimits) {
    this.#member = member;
    this.#counted = counted;
  }

  get pools(): readonly number[] {
    return this.#member.pools;
  }

  costIn(pool: number, headroomCredits: number): number {
    const curves = this.#member.curves.find(({ pools }) => pools.includes(pool));
    invariant(curves !== undefined, 'a headroom costs something in the pools of its member');
    const limitCredits = limitFor(this.#member, headroomCredits);
    return this.#counted === 'target'
      ? exposureWithoutFloors(curves.inForce, limitCredits)
      : exposureAt(curves[this.#counted], limitCredits);
  }
}

/** Returns the exposure at a limit without the exposure from limits until now. */
function exposureWithoutFloors(curve: ExposureCurve, limitCredits: number): number {
  let credits = 0;
  for (const { knownCredits, capCredits } of curve.open) {
    credits += Math.max(0, Math.min(reachOf(limitCredits, curve.inFlightCredits) - knownCredits, capCredits));
  }
  return credits;
}
