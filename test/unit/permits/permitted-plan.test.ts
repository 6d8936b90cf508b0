import { expect, test } from 'vitest';

import { changesOf, planCaps } from '../../../shared/caps/cap-plan.ts';
import type { CapDecision, SetCap } from '../../../shared/caps/cap.ts';
import { permittedOf, permittedPlan } from '../../../shared/permits/permitted-plan.ts';
import { surveyOfPlan } from '../../../shared/permits/survey-of-plan.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

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

test('what the guard does not permit stays as it is in the plan, and all else is done', () => {
  const planned = planCaps(input);
  const base = { kind: 'set', reason: 'raised' } as const;
  const decisions: readonly CapDecision[] = [
    { ...base, userId: 'ann', email: 'ann@acme.example', fromCredits: 200, limitCredits: 300 },
    { ...base, userId: 'bob', email: 'bob@acme.example', fromCredits: 200, limitCredits: 5_000 },
    { kind: 'keep', userId: 'cem', email: 'cem@acme.example', reason: 'exempt' },
  ];

  const { decisions: shown, ...rest } = permittedPlan({ ...planned, decisions }, input);

  expect(shown).toEqual([
    decisions[0],
    { kind: 'keep', userId: 'bob', email: 'bob@acme.example', reason: 'unchanged' },
    decisions[2],
  ]);
  expect({ ...rest, decisions }).toEqual({ ...planned, decisions });
});

test('of several limits that may be in force, the least is sent in place of what the guard does not permit', () => {
  const bob = aConfirmedLimit('bob', 200);
  const sent = { limitCredits: 900, at: '2026-03-14T02:30:00.000Z', runId: 'unanswered' };
  const doubtful = { ...input, limits: [aConfirmedLimit('ann', 200), { ...bob, unsettled: [sent] }] };
  const planned = planCaps(doubtful);
  const set = { kind: 'set', userId: 'bob', email: 'bob@acme.example', fromCredits: 200, limitCredits: 300 } as const;
  const shown = (reason: SetCap['reason']) =>
    permittedPlan({ ...planned, decisions: [{ ...set, reason }] }, doubtful).decisions;

  expect(shown('raised')).toEqual([{ ...set, limitCredits: 200, reason: 'lowered' }]);
  expect(shown('outcome-unknown')).toEqual([{ ...set, limitCredits: 200, reason: 'outcome-unknown' }]);
});

test('a plan of which all is permitted, or that changes nothing, is shown as it is', () => {
  const planned = planCaps(input);
  const idle = { ...planned, decisions: [{ kind: 'keep', userId: 'cem', email: 'c@a', reason: 'exempt' }] } as const;

  expect(changesOf(planned).length).toBeGreaterThan(0);
  expect(permittedPlan(planned, input)).toBe(planned);
  expect(permittedPlan(idle, input)).toBe(idle);
});

test('an answer is of the very changes, each of them: one other among them is judged anew', () => {
  const survey = surveyOfPlan(input);
  const set = { kind: 'set', reason: 'raised', fromCredits: 200 } as const;
  const ofAnn = { ...set, userId: 'ann', email: 'ann@acme.example', limitCredits: 300 };
  const ofBob = { ...set, userId: 'bob', email: 'bob@acme.example', limitCredits: 300 };

  expect(permittedOf(survey, [ofAnn, ofBob])).toHaveLength(2);
  expect(permittedOf(survey, [ofAnn, { ...ofBob, limitCredits: 5_000 }]).map(({ email }) => email)).toEqual([
    'ann@acme.example',
  ]);
});
