import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { changesOf, type CapPlan } from '../caps/cap-plan.ts';
import type { CapDecision, SetCap } from '../caps/cap.ts';
import { permittedOf, surveyOfPlan } from './survey-of-plan.ts';

/** A plan without what the guard of the promise would not let be sent: what is shown is what is done. */
export function permittedPlan(plan: CapPlan, planInputs: CapPlanInput): CapPlan {
  const changes = changesOf(plan);
  if (changes.length === 0) {
    return plan;
  }
  const permitted: ReadonlySet<CapDecision> = new Set(
    permittedOf(surveyOfPlan(planInputs), changes).map(({ change }) => change),
  );
  return permitted.size === changes.length
    ? plan
    : { ...plan, decisions: plan.decisions.map((each) => (isRefused(each, permitted) ? kept(each) : each)) };
}

function isRefused(decision: CapDecision, permitted: ReadonlySet<CapDecision>): decision is SetCap {
  return decision.kind === 'set' && !permitted.has(decision);
}

function kept({ userId, email }: SetCap): CapDecision {
  return { kind: 'keep', userId, email, reason: 'unchanged' };
}
