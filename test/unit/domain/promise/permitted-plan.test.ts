import { expect, test } from 'vitest';

import { changesOf, planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import { permittedOf, permittedPlan } from '../../../../shared/domain/promise/permitted-plan.ts';
import { surveyOfPlan } from '../../../../shared/domain/promise/survey-of-plan.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

const input = aPlanInput({
  budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_000) })],
  users: ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` })),
  usage: someUsage({ ann: 100, bob: 100 }),
  limits: [aConfirmedLimit('ann', 200), aConfirmedLimit('bob', 200)],
});

test('what a plan shows as permitted is what is permitted when it is sent', () => {
  const plan = permittedPlan(planCaps(input), input);
  const survey = surveyOfPlan(input);
  const shown = permittedOf(survey, changesOf(plan));

  expect(shown.map(({ change }) => change)).toEqual(changesOf(plan));
  expect(permittedOf(survey, changesOf(plan))).toBe(shown);
});

test('other changes of the same plan are judged anew, also as many', () => {
  const survey = surveyOfPlan(input);
  const change = { kind: 'set', userId: 'ann', email: 'ann@acme.example', reason: 'raised' } as const;
  const within = { ...change, fromCredits: 200, limitCredits: 300 };
  const beyond = { ...change, fromCredits: 200, limitCredits: 5_000 };

  expect(permittedOf(survey, [within])).toHaveLength(1);
  expect(permittedOf(survey, [beyond])).toEqual([]);
  expect(permittedOf(survey, [within])).toHaveLength(1);
});

test('what was found of a plan is not found of one with other limits', () => {
  const other = { ...input, limits: [aConfirmedLimit('ann', 900), aConfirmedLimit('bob', 200)] };

  expect(surveyOfPlan(input)).toBe(surveyOfPlan(input));
  expect(surveyOfPlan(other).potentials[0]?.credits).toBeGreaterThan(surveyOfPlan(input).potentials[0]?.credits ?? 0);
});
