import fc from 'fast-check';
import { expect, test } from 'vitest';

import { budgetKey, type BudgetKey } from '../../../shared/budgets/budget.ts';
import { budgetsOf, personalBudgets } from '../../../shared/budgets/personal-budgets.ts';
import type { Scope } from '../../../shared/budgets/scope.ts';
import { windowKinds } from '../../../shared/budgets/window.ts';

const ann = { email: 'Ann@acme.example', team: 'web' };
const ofAnn = { kind: 'user', email: 'ann@acme.example' } as const;
const ofWeb = { kind: 'members', name: 'web' } as const;
const forAll = { kind: 'default' } as const;

function applying(budgets: readonly BudgetKey[], person: Parameters<typeof budgetsOf>[1] = ann): readonly string[] {
  return budgetsOf(personalBudgets(budgets), person).map(budgetKey);
}

test('the default of a team replaces that of the organization in its windows, and leaves the others', () => {
  const budgets = [
    { scope: forAll, window: 'day' },
    { scope: forAll, window: 'month' },
    { scope: ofWeb, window: 'month' },
    { scope: ofWeb, window: 'week' },
  ] as const;

  expect(applying(budgets)).toEqual(['default / day', 'members:web / month', 'members:web / week']);
  expect(applying(budgets, { ...ann, team: 'ops' })).toEqual(['default / day', 'default / month']);
  expect(applying(budgets, { ...ann, team: undefined })).toEqual(['default / day', 'default / month']);
});

test('a budget of one’s own replaces both defaults in every window', () => {
  const budgets = [
    { scope: forAll, window: 'day' },
    { scope: ofWeb, window: 'month' },
    { scope: ofAnn, window: 'week' },
  ] as const;

  expect(applying(budgets)).toEqual(['user:ann@acme.example / week']);
});

test('the budget of a team, of the organization and of a model is for no person alone', () => {
  const shared: readonly Scope[] = [{ kind: 'org' }, { kind: 'team', name: 'web' }, { kind: 'model', id: 'opus' }];

  expect(applying(shared.map((scope) => ({ scope, window: 'month' })))).toEqual([]);
});

const keys = fc.uniqueArray(
  fc.record({
    scope: fc.constantFrom<Scope>(ofAnn, ofWeb, forAll, { kind: 'members', name: 'ops' }, { kind: 'org' }),
    window: fc.constantFrom(...windowKinds),
  }),
  { selector: budgetKey },
);

const inTwoOrders = keys.chain((budgets) =>
  fc.tuple(fc.constant(budgets), fc.shuffledSubarray(budgets, { minLength: budgets.length })),
);

test('own budgets precede the team’s default, and that the organization’s, at most one a window in any order', () => {
  fc.assert(
    fc.property(inTwoOrders, ([budgets, shuffled]) => {
      const found = applying(budgets);

      expect(applying(shuffled)).toEqual(found);
      for (const window of windowKinds) {
        const has = (scope: Scope): boolean => budgets.some((each) => budgetKey(each) === budgetKey({ scope, window }));
        const hasOwn = budgets.some(({ scope }) => scope === ofAnn);
        const expected = hasOwn ? [ofAnn] : [ofWeb, forAll];
        const first = expected.find(has);
        const ofWindow = found.filter((key) => key.endsWith(` / ${window}`));
        expect(ofWindow).toEqual(first === undefined ? [] : [budgetKey({ scope: first, window })]);
      }
    }),
  );
});

test('a default that is added takes no other window’s budget away', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom(...windowKinds), (budgets, window) => {
      fc.pre(!budgets.some(({ scope }) => scope === ofAnn));
      const added = [
        ...budgets.filter((each) => each.scope !== ofWeb || each.window !== window),
        { scope: ofWeb, window },
      ];

      const windowsOf = (all: readonly BudgetKey[]) =>
        new Set(budgetsOf(personalBudgets(all), ann).map((each) => each.window));
      expect(windowsOf(added)).toEqual(new Set([...windowsOf(budgets), window]));
    }),
  );
});
