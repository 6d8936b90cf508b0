import type { CapPlanInput } from '../../caps/cap-plan-input.ts';
import type { SetCap } from '../../caps/cap.ts';
import { permittedOf } from '../../permits/permitted-plan.ts';
import { surveyOfPlan } from '../../permits/survey-of-plan.ts';
import type { Permitted } from '../../promise/permit.ts';

/** How far, in percent of their amount, credits given live may exceed pools. */
export interface PermitTerms {
  readonly capPercent?: number;
}

/** What of some changes the guard of the promise lets be sent, as the limits in the tables are now. */
export function permitChanges(
  planInputs: CapPlanInput,
  changes: readonly SetCap[],
  { capPercent = 0 }: PermitTerms = {},
): readonly Permitted<SetCap>[] {
  return changes.length === 0 ? [] : permittedOf(surveyOfPlan(planInputs, capPercent), changes);
}
