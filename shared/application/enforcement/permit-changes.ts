import type { CapPlanInput } from '../../domain/caps/cap-plan-input.ts';
import type { SetCap } from '../../domain/caps/cap.ts';
import { factsOf } from '../../domain/promise/facts-of.ts';
import type { Facts } from '../../promise/facts.ts';
import { permit, type Permitted } from '../../promise/permit.ts';
import { surveyOf } from '../../promise/potential.ts';

/** The share of pools beyond their amount that an admin lets credits given live reach, in percent. */
export interface PermitTerms {
  readonly capPercent?: number;
}

/** What of some changes the guard of the promise lets be sent, as the limits in the tables are now. */
export function permitChanges(
  planInputs: CapPlanInput,
  changes: readonly SetCap[],
  { capPercent = 0 }: PermitTerms = {},
): readonly Permitted<SetCap>[] {
  return changes.length === 0 ? [] : permit(surveyOf(cappedAt(factsOf(planInputs), capPercent)), changes);
}

function cappedAt(facts: Facts, capPercent: number): Facts {
  const capped = (credits: number): number => Math.floor(credits * (1 + capPercent / 100));
  return capPercent === 0
    ? facts
    : {
        ...facts,
        pools: facts.pools.map((pool) => ({
          ...pool,
          credits: capped(pool.credits),
          topUps: pool.topUps.map((topUp) => ({ ...topUp, credits: capped(topUp.credits) })),
        })),
      };
}
