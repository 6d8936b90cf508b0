import { expect, test } from 'vitest';
import { planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import type { CapPlanInput } from '../../../../shared/domain/caps/cap-plan-input.ts';
import { summarizePlan } from '../../../../shared/domain/plans/plan-summary.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

const names = ['ann', 'bob', 'cem', 'dot'];
const users = names.map((userId) => ({ userId, email: `${userId}@acme.example` }));
const input = aPlanInput({
  users,
  usage: someUsage({ ann: 600, bob: 100, cem: 500, dot: 0 }),
  limits: [aConfirmedLimit('ann', 1_000), aConfirmedLimit('bob', 1_000), aConfirmedLimit('cem', 300)],
  teamOf: new Map([
    ['ann', 'web'],
    ['bob', 'web'],
    ['cem', 'ops'],
  ]),
  budgets: [
    aBudget({ scope: { kind: 'default' }, amount: credits(600) }),
    aBudget({ scope: { kind: 'user', email: 'cem@acme.example' }, amount: credits(900) }),
  ],
});

function summaryOf(said: Partial<CapPlanInput> = {}) {
  const planInputs = { ...input, ...said };
  return summarizePlan({ plan: planCaps(planInputs), planInputs });
}

test('a plan comes to totals of everybody, newly stopped and freed users counted once', () => {
  const { total, stoppedEmails, freedEmails } = summaryOf();

  expect(total).toEqual({
    users: 4,
    beforeCredits: 2_300,
    afterCredits: 600 + 600 + 900 + 600,
    lowered: 3,
    raised: 1,
    stopped: 1,
    freed: 1,
  });
  expect(stoppedEmails).toEqual(['ann@acme.example']);
  expect(freedEmails).toEqual(['cem@acme.example']);
});

test('teams stand in the order of whom they lose, users without one among them', () => {
  const { teams, teamsCount } = summaryOf();

  expect(teams.map(({ team, users: count, stopped }) => [team, count, stopped])).toEqual([
    ['web', 2, 1],
    [undefined, 1, 0],
    ['ops', 1, 0],
  ]);
  expect(teamsCount).toBe(3);
});

test('the change that moves a limit furthest comes first; a first limit moves none', () => {
  expect(summaryOf().largest.map(({ email, fromCredits, toCredits }) => [email, fromCredits, toCredits])).toEqual([
    ['cem@acme.example', 300, 900],
    ['ann@acme.example', 1_000, 600],
    ['bob@acme.example', 1_000, 600],
    ['dot@acme.example', undefined, 600],
  ]);
});

test('each pool stands as it is before the plan is done', () => {
  const org = aBudget({ scope: { kind: 'org' }, amount: credits(5_000) });

  expect(summaryOf({ budgets: [...input.budgets, org] }).pools).toMatchObject([
    { scope: 'org', window: 'month', amountCredits: 5_000, usedCredits: 1_200, leftCredits: 3_800 },
  ]);
});

test('the lists are cut, and the counts are not', () => {
  const many = Array.from({ length: 600 }, (_, index) => ({ userId: `u${index}`, email: `u${index}@acme.example` }));
  const usage = someUsage(Object.fromEntries(many.map(({ userId }) => [userId, 700])));

  const { total, stoppedEmails, largest } = summaryOf({
    users: many,
    usage,
    limits: many.map(({ userId }) => aConfirmedLimit(userId, 1_000)),
    teamOf: new Map(),
  });

  expect(total.stopped).toBe(600);
  expect(stoppedEmails).toHaveLength(500);
  expect(largest).toHaveLength(20);
});
