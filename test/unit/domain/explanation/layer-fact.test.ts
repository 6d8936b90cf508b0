import { expect, test } from 'vitest';
import type { Budget } from '../../../../shared/domain/budgets/budget.ts';
import { layerFacts } from '../../../../shared/domain/explanation/layer-fact.ts';
import { aBudget, credits, someUsage } from '../../../support/domain-samples.ts';
import { aSnapshot } from '../../../support/snapshot-samples.ts';

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
