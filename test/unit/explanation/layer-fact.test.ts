import { expect, test } from 'vitest';

import { budgetKey, type Budget } from '../../../shared/budgets/budget.ts';
import { layerFacts } from '../../../shared/explanation/layer-fact.ts';
import { aBudget, credits, someUsage } from '../../support/domain-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';
import { aTeam } from '../../support/teams.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };
const forDefault = aBudget({ scope: { kind: 'default' } });
const forOrg = aBudget({ scope: { kind: 'org' } });
const forAnn = aBudget({ scope: { kind: 'user', email: ann.email } });
const forBob = aBudget({ scope: { kind: 'user', email: 'bob@acme.example' } });

function factsOf(budgets: readonly Budget[], invalidScopes: readonly string[] = []) {
  const snapshot = aSnapshot({ users: [ann], usage: someUsage({ ann: 400, bob: 250 }), budgets, invalidScopes });
  return snapshot.people.persons.flatMap((person) => layerFacts(person, snapshot));
}

function tellsOf(budgets: readonly Budget[], invalidScopes: readonly string[] = []) {
  return factsOf(budgets, invalidScopes).map(({ budget, idleBecause }) => [budget.scope.kind, idleBecause]);
}

test('every budget that concerns a person is shown with its numbers, and no other', () => {
  const [first, second] = factsOf([forOrg, forBob, forAnn]);

  expect(first).toMatchObject({ budget: forAnn, usedCredits: 400, headroomCredits: 600, idleBecause: 'more-left' });
  expect(second).toMatchObject({ budget: forOrg, usedCredits: 650, headroomCredits: 350 });
  expect(second?.idleBecause).toBeUndefined();
});

test.for<[string, readonly Budget[], readonly (readonly [string, string | undefined])[]]>([
  [
    'a budget of one’s own takes the place of the default',
    [forDefault, forAnn],
    [
      ['user', undefined],
      ['default', 'own-budget-instead'],
    ],
  ],
  [
    'a budget that alerts or observes does not bind, and yet takes the place of the default',
    [{ ...forAnn, mode: 'alert' }, { ...forAnn, window: 'week', mode: 'observe' }, forDefault],
    [
      ['user', 'only-alerts'],
      ['user', 'only-observes'],
      ['default', 'own-budget-instead'],
    ],
  ],
  [
    'a budget binds from its first day through its last',
    [{ ...forAnn, from: '2026-03-16' }, { ...forAnn, window: 'week', to: '2026-03-14' }, forDefault],
    [
      ['user', 'not-yet-in-force'],
      ['user', 'no-longer-in-force'],
      ['default', undefined],
    ],
  ],
  [
    'an unlimited budget never binds',
    [{ ...forAnn, amount: { kind: 'unlimited' } }, forOrg],
    [
      ['user', 'unlimited'],
      ['org', undefined],
    ],
  ],
  [
    'of two with as much left the first binds',
    [forAnn, { ...forOrg, amount: credits(1_250) }],
    [
      ['user', undefined],
      ['org', 'as-much-left'],
    ],
  ],
])('%s', ([, budgets, expected]) => {
  expect(tellsOf(budgets)).toEqual(expected);
});

test('nothing binds while a budget that would cannot be read', () => {
  expect(tellsOf([forAnn], ['org'])).toEqual([['user', 'invalid-budget']]);
});

test('a budget that is not in force has no numbers', () => {
  const [fact] = factsOf([{ ...forAnn, from: '2026-03-16' }]);

  expect(fact).toEqual({ budget: { ...forAnn, from: '2026-03-16' }, idleBecause: 'not-yet-in-force' });
});

const forWeb = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(2_000) });
const forSales = aBudget({ scope: { kind: 'team', name: 'sales' } });

test('a budget of the organization is shown with the pool it is and the share that the user has of it', () => {
  const [fact] = factsOf([{ ...forOrg, amount: credits(5_000) }]);

  expect(fact).toMatchObject({
    usedCredits: 650,
    topUpCredits: 0,
    headroomCredits: 4_350,
    outlook: { pool: { scope: { kind: 'org' }, isNext: false, window: { kind: 'month' } } },
  });
  expect(fact?.share?.headroomCredits).toBeGreaterThan(0);
});

test('a budget of one’s own has no pool and no share', () => {
  const [fact] = factsOf([forAnn]);

  expect(fact).not.toHaveProperty('outlook');
  expect(fact).not.toHaveProperty('share');
  expect(fact).toMatchObject({ window: { kind: 'month' }, topUpCredits: 0 });
});

test('a shared budget that only alerts is no pool, and shows everybody’s use', () => {
  const [fact] = factsOf([{ ...forOrg, mode: 'alert' }]);

  expect(fact).toMatchObject({ usedCredits: 650, headroomCredits: 350, idleBecause: 'only-alerts' });
  expect(fact).not.toHaveProperty('outlook');
});

test('an unlimited budget shows use and nothing that is left', () => {
  const [fact] = factsOf([{ ...forAnn, amount: { kind: 'unlimited' } }]);

  expect(fact).toMatchObject({ usedCredits: 400, idleBecause: 'unlimited' });
  expect(fact).not.toHaveProperty('headroomCredits');
});

test('what is left is never under 0', () => {
  expect(factsOf([{ ...forAnn, amount: credits(300) }])[0]?.headroomCredits).toBe(0);
});

test('own budgets come first, then the default, the team’s and the organization’s, each by window', () => {
  const budgets = [forOrg, { ...forAnn, window: 'week' } as const, forDefault, forAnn];

  for (const each of [budgets, budgets.toReversed()]) {
    expect(factsOf(each).map(({ budget }) => `${budget.scope.kind} ${budget.window}`)).toEqual([
      'user month',
      'user week',
      'default month',
      'org month',
    ]);
  }
});

test('of two budgets of one’s own the window that leaves less binds', () => {
  const week = { ...forAnn, window: 'week', amount: credits(500) } as const;

  expect(factsOf([forAnn, week]).map(({ budget, idleBecause }) => [budget.window, idleBecause])).toEqual([
    ['month', 'more-left'],
    ['week', undefined],
  ]);
});

test('a budget on its first and on its last day is in force', () => {
  expect(tellsOf([{ ...forAnn, from: '2026-03-15', to: '2026-03-15' }])).toEqual([['user', undefined]]);
});

test('the default is idle beside a budget of one’s own whatever its mode', () => {
  expect(tellsOf([forAnn, { ...forDefault, mode: 'alert' }])).toEqual([
    ['user', undefined],
    ['default', 'own-budget-instead'],
  ]);
});

test('the default of a person’s team takes the place of the default over its window alone', () => {
  const web = aTeam('web', [ann.email]);
  const snapshot = aSnapshot({
    users: [ann],
    usage: someUsage({ ann: 400 }),
    teams: [web],
    budgets: [
      forDefault,
      { ...forDefault, window: 'day' },
      aBudget({ scope: { kind: 'members', name: 'web' }, amount: credits(450) }),
      aBudget({ scope: { kind: 'members', name: 'ops' }, amount: credits(1) }),
    ],
  });

  const facts = snapshot.people.persons.flatMap((person) => layerFacts(person, snapshot));

  expect(facts.map(({ budget, idleBecause }) => [budgetKey(budget), idleBecause])).toEqual([
    ['members:web / month', undefined],
    ['default / day', 'more-left'],
    ['default / month', 'team-default-instead'],
  ]);
});

test('a top-up is shown where it reaches', () => {
  const snapshot = aSnapshot({
    users: [ann],
    usage: someUsage({ ann: 400 }),
    budgets: [forAnn, forOrg],
    topUpCredits: new Map([[ann.email, 70]]),
  });
  const facts = snapshot.people.persons.flatMap((person) => layerFacts(person, snapshot));

  expect(facts.map(({ topUpCredits, headroomCredits }) => [topUpCredits, headroomCredits])).toEqual([
    [70, 670],
    [0, 600],
  ]);
});

test('a team’s budget concerns its members alone, and the use of the team counts', () => {
  const snapshot = aSnapshot({
    users: [ann, { userId: 'bob', email: 'bob@acme.example' }],
    usage: someUsage({ ann: 400, bob: 250 }),
    budgets: [forWeb, forSales],
    teams: [aTeam('web', [ann.email])],
  });
  const facts = snapshot.people.persons.map((person) =>
    layerFacts(person, snapshot).map(({ budget, usedCredits, headroomCredits }) => [
      budget.scope,
      usedCredits,
      headroomCredits,
    ]),
  );

  expect(facts).toEqual([[[{ kind: 'team', name: 'web' }, 400, 1_600]], []]);
});

test('of pools, the one with the scope and window of the budget is shown', () => {
  const budgets = [forOrg, { ...forOrg, window: 'week' } as const, aBudget({ scope: { kind: 'team', name: 'web' } })];
  const teams = [aTeam('web', [ann.email])];
  const snapshot = aSnapshot({ users: [ann], usage: someUsage({ ann: 400, bob: 250 }), budgets, teams });

  const facts = snapshot.people.persons.flatMap((person) => layerFacts(person, snapshot));

  expect(
    facts.filter(({ outlook }) => outlook).map(({ outlook }) => [outlook?.pool.scope.kind, outlook?.pool.window.kind]),
  ).toEqual([
    ['team', 'month'],
    ['org', 'month'],
    ['org', 'week'],
  ]);
  expect(facts.find(({ budget }) => budget.scope.kind === 'team')).toMatchObject({ usedCredits: 400 });
});

test.for<[string, Budget]>([
  ['that only alerts', { ...forOrg, mode: 'alert' }],
  ['without an amount', { ...forOrg, amount: { kind: 'unlimited' } }],
  ['of one’s own', forAnn],
  ['that is the default', forDefault],
])('a budget %s is no pool', ([, budget]) => {
  expect(factsOf([budget, { ...forOrg, window: 'week' }])[0]).not.toHaveProperty('outlook');
});

test('a budget is in force on its first day', () => {
  expect(tellsOf([{ ...forAnn, from: '2026-03-15' }])).toEqual([['user', undefined]]);
  expect(tellsOf([{ ...forAnn, to: '2026-03-14', from: '2026-03-01' }])).toEqual([['user', 'no-longer-in-force']]);
});

test('budgets of one scope stand in the order of their windows', () => {
  const budgets = [{ ...forOrg, window: 'week' } as const, { ...forOrg, window: 'day' } as const, forOrg];

  expect(factsOf(budgets).map(({ budget }) => budget.window)).toEqual(['day', 'month', 'week']);
});
