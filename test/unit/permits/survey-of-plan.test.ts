import { expect, test } from 'vitest';

import { surveyOfPlan } from '../../../shared/permits/survey-of-plan.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const input = aPlanInput({
  budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_001) })],
  topUps: [aTopUp({ credits: 101, raises: [{ kind: 'org' }] })],
  users: [{ userId: 'ann', email: 'ann@acme.example' }],
  usage: someUsage({ ann: 100 }),
  limits: [aConfirmedLimit('ann', 200)],
});

test('what is found of one plan is found once', () => {
  expect(surveyOfPlan(input)).toBe(surveyOfPlan(input));
  expect(surveyOfPlan({ ...input })).not.toBe(surveyOfPlan(input));
});

test('pools may pass their amount, top-ups included, by what an admin lets credits given live, and nothing else changes', () => {
  const [plain, capped] = [surveyOfPlan(input), surveyOfPlan(input, 10)];

  expect(plain.potentials.map(({ amountCredits }) => amountCredits)).toEqual([1_102]);
  expect(capped.potentials.map(({ amountCredits }) => amountCredits)).toEqual([1_101 + 111]);
  expect(capped.potentials.map((each) => [each.usedCredits, each.credits, each.window, each.pool.name])).toEqual(
    plain.potentials.map((each) => [each.usedCredits, each.credits, each.window, each.pool.name]),
  );
  expect({ ...capped.facts, pools: [] }).toEqual({ ...plain.facts, pools: [] });
  // It is no plan of its own: what is found without the share stays.
  expect(surveyOfPlan(input)).toBe(plain);
});
