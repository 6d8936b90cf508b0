import type { Facts } from '../../promise/facts.ts';
import { permit, type Permitted } from '../../promise/permit.ts';
import { surveyOf, type Survey } from '../../promise/potential.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import type { SetCap } from '../caps/cap.ts';
import { factsOf } from './facts-of.ts';

/** Kept as long as what they were made from: a run plans, and asks what may be sent and what is owed, of the same. */
const surveys = new WeakMap<CapPlanInput, Survey>();

/** The last answer about each: what a plan shows as permitted is sent afterwards. */
const answers = new WeakMap<Survey, { readonly changes: readonly SetCap[]; readonly permitted: Answer }>();

type Answer = readonly Permitted<SetCap>[];

/**
 * What the guard of the promise finds in what a plan is made from. `capPercent`: pools may pass their amount by so much,
 * as an admin lets credits given live.
 */
export function surveyOfPlan(input: CapPlanInput, capPercent = 0): Survey {
  const survey = surveys.get(input) ?? surveyOf(factsOf(input));
  surveys.set(input, survey);
  return capPercent === 0 ? survey : surveyOf(cappedAt(survey.facts, capPercent));
}

/** What of some changes the guard of the promise lets be sent, in its order. */
export function permittedOf(survey: Survey, changes: readonly SetCap[]): Answer {
  const known = answers.get(survey);
  const isKnown = known?.changes.length === changes.length && changes.every((each, at) => each === known.changes[at]);
  const permitted = known !== undefined && isKnown ? known.permitted : permit(survey, changes);
  answers.set(survey, { changes, permitted });
  return permitted;
}

function cappedAt(facts: Facts, capPercent: number): Facts {
  const capped = (credits: number): number => Math.floor(credits * (1 + capPercent / 100));
  return {
    ...facts,
    pools: facts.pools.map((pool) => ({
      ...pool,
      credits: capped(pool.credits),
      topUps: pool.topUps.map((topUp) => ({ ...topUp, credits: capped(topUp.credits) })),
    })),
  };
}
