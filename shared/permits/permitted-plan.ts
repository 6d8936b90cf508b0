import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { changesOf, type CapPlan } from '../caps/cap-plan.ts';
import type { CapDecision, SetCap } from '../caps/cap.ts';
import { leastLimit, openLimit, type InForce } from '../promise/limits.ts';
import { permit, type Permitted } from '../promise/permit.ts';
import type { Survey } from '../promise/potential.ts';
import { surveyOfPlan } from './survey-of-plan.ts';

/** The last answer for each survey: a plan and its sending ask for the same changes. */
const answers = new WeakMap<
  Survey,
  { readonly changes: readonly SetCap[]; readonly permitted: readonly Permitted<SetCap>[] }
>();

/** Returns a plan without what the guard does not permit. Of several limits that may be in force the lowest is sent. */
export function permittedPlan(plan: CapPlan, planInputs: CapPlanInput): CapPlan {
  const changes = changesOf(plan);
  if (changes.length === 0) {
    return plan;
  }
  const survey = surveyOfPlan(planInputs);
  const permitted: ReadonlySet<CapDecision> = new Set(permittedOf(survey, changes).map(({ change }) => change));
  if (permitted.size === changes.length) {
    return plan;
  }
  const limitsOf = new Map(Array.from(survey.limitsOf, ([{ userId }, limits]) => [userId, limits]));
  const decisions = plan.decisions.map((each) =>
    isRefused(each, permitted) ? lowestInForce(each, limitsOf.get(each.userId) ?? []) : each,
  );
  return { ...plan, decisions };
}

export function permittedOf(survey: Survey, changes: readonly SetCap[]): readonly Permitted<SetCap>[] {
  const known = answers.get(survey);
  const isKnown = known?.changes.length === changes.length && changes.every((each, at) => each === known.changes[at]);
  const permitted = known !== undefined && isKnown ? known.permitted : permit(survey, changes);
  answers.set(survey, { changes, permitted });
  return permitted;
}

function isRefused(decision: CapDecision, permitted: ReadonlySet<CapDecision>): decision is SetCap {
  return decision.kind === 'set' && !permitted.has(decision);
}

function lowestInForce(refused: SetCap, limits: readonly InForce[]): CapDecision {
  const { userId, email, reason } = refused;
  const limitCredits = leastLimit(limits);
  return limitCredits < openLimit(limits)
    ? { ...refused, limitCredits, reason: reason === 'outcome-unknown' ? reason : 'lowered' }
    : { kind: 'keep', userId, email, reason: 'unchanged' };
}
