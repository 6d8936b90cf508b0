import { expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { plannedChange, summarizePlan } from '../../../shared/enforcement/plan-summary.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

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

test('a user who had just what is used was stopped before', () => {
  const { total, stoppedEmails } = summaryOf({
    limits: [aConfirmedLimit('ann', 600), aConfirmedLimit('bob', 601)],
    usage: someUsage({ ann: 600, bob: 600 }),
  });

  expect([total.stopped, stoppedEmails]).toEqual([1, ['bob@acme.example']]);
});

test('a user without a limit was not stopped before, and a limit that was never confirmed is none', () => {
  const { confirmed: _, ...unconfirmed } = aConfirmedLimit('ann', 1_000);

  const { total, stoppedEmails } = summaryOf({ limits: [unconfirmed] });

  expect(total).toMatchObject({ beforeCredits: 0, raised: 0, lowered: 4, stopped: 1, freed: 0 });
  expect(stoppedEmails).toEqual(['ann@acme.example']);
});

test('limits that stay are neither raised nor lowered, and those that represent none are left out of the sums', () => {
  const { unlimitedCredits } = input;
  const lifted = ['cem', 'dot'].map((userId) => aConfirmedLimit(userId, unlimitedCredits));

  const { total } = summaryOf({
    budgets: [],
    limits: [aConfirmedLimit('ann', 700), aConfirmedLimit('bob', unlimitedCredits - 1), ...lifted],
  });

  expect(total).toEqual({
    users: 4,
    beforeCredits: 700 + unlimitedCredits - 1,
    afterCredits: 700 + unlimitedCredits - 1,
    raised: 0,
    lowered: 0,
    stopped: 0,
    freed: 0,
  });
});

test('a plan of limits that stay has no changes to show', () => {
  expect(summaryOf({ budgets: [] }).largest).toEqual([]);
});

test('teams that lose as many stand in the order of how many limits change, then of their names', () => {
  const people = ['a1', 'b1', 'b2', 'c1', 'd1'];
  const { teams } = summaryOf({
    users: people.map((userId) => ({ userId, email: `${userId}@acme.example` })),
    usage: someUsage({}),
    budgets: [aBudget({ scope: { kind: 'default' }, amount: credits(600) })],
    // Of team b one limit is raised and one lowered; of the others one each is lowered, and of d none changes.
    limits: people.map((userId) => aConfirmedLimit(userId, { b1: 500, d1: 600 }[userId] ?? 700)),
    teamOf: new Map(people.map((userId) => [userId, `team ${userId.slice(0, 1)}`])),
  });

  expect(teams.map(({ team }) => team)).toEqual(['team b', 'team a', 'team c', 'team d']);
});

test('users without a team have no team’s name', () => {
  const { teams } = summaryOf({ teamOf: new Map() });

  expect(teams.map(({ team }) => team)).toEqual([undefined]);
});

test('two hundred teams and a hundred pools are kept', () => {
  const many = Array.from({ length: 210 }, (_, index) => ({ userId: `u${index}`, email: `u${index}@acme.example` }));
  const teams = new Map(many.map(({ userId }) => [userId, `team-${userId}`]));
  const budgets = many
    .slice(0, 110)
    .map(({ userId }) => aBudget({ scope: { kind: 'team', name: `team-${userId}` }, amount: credits(10) }));

  const summary = summaryOf({ users: many, usage: someUsage({}), limits: [], teamOf: teams, budgets });

  expect([summary.teams.length, summary.teamsCount, summary.pools.length]).toEqual([200, 210, 100]);
});

test('a pool says how much can be used at worst once everybody has a limit, and for how long it lasts', () => {
  const org = aBudget({ scope: { kind: 'org' }, amount: credits(1_300) });
  const budgets = [...input.budgets, org];
  const limited = [...input.limits, aConfirmedLimit('dot', 50)];

  const [unbounded] = summaryOf({ budgets }).pools;
  const [bounded] = summaryOf({ budgets, limits: limited }).pools;

  expect(unbounded).toMatchObject({ worstCaseCredits: undefined });
  // Ann, Bob and Dot may use all of their limits; Cem has used more than his.
  expect(bounded?.worstCaseCredits).toBe(1_000 + 1_000 + 500 + 50);
  expect(bounded?.runwayDays).toBeGreaterThanOrEqual(0);
  const { pools } = summaryOf({ budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(900_000) })] });
  expect(pools[0]).toMatchObject({ runwayDays: undefined });
});

test('a first limit is kept without one before it', () => {
  const change = { kind: 'set', userId: 'ann', email: 'ann@acme.example', limitCredits: 600 } as const;

  expect(plannedChange({ ...change, fromCredits: undefined, reason: 'no-limit-yet' })).toEqual({
    email: 'ann@acme.example',
    toCredits: 600,
    reason: 'no-limit-yet',
  });
});
