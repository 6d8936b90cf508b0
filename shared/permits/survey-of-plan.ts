import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { cappedCreditsOf } from '../live/live-pool.ts';
import type { Facts } from '../promise/facts.ts';
import { surveyOf, type Survey } from '../promise/potential.ts';
import { factsOf } from './facts-of.ts';

/** Cached with their input: a run plans, and asks the guard, with the same one. */
const surveys = new WeakMap<CapPlanInput, Survey>();

/** Returns the guard's survey. `capPercent`: allowed excess over the amount, for credits given live. */
export function surveyOfPlan(input: CapPlanInput, capPercent = 0): Survey {
  const survey = surveys.get(input) ?? surveyOf(factsOf(input));
  surveys.set(input, survey);
  return capPercent === 0 ? survey : surveyOf(cappedAt(survey.facts, capPercent));
}

function cappedAt(facts: Facts, capPercent: number): Facts {
  const capped = (credits: number): number => cappedCreditsOf(credits, { capPercent });
  return {
    ...facts,
    pools: facts.pools.map((pool) => ({
      ...pool,
      credits: capped(pool.credits),
      topUps: pool.topUps.map((topUp) => ({ ...topUp, credits: capped(topUp.credits) })),
    })),
  };
}
