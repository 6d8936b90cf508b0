import { expect, test } from 'vitest';

import { parseScope } from '../../../shared/budgets/scope.ts';
import type { BudgetOutlook } from '../../../shared/explanation/budget-outlook.ts';
import { findBudgets } from '../../../shared/explanation/find-budgets.ts';
import { aBudget } from '../../support/domain-samples.ts';

function outlook(scope: string, left: number | undefined, { runsOutOn = '', note = '' } = {}): BudgetOutlook {
  return {
    budget: aBudget({ scope: parseScope(scope) ?? { kind: 'org' }, note }),
    ...(left !== undefined && {
      now: {
        window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
        topUpCredits: 0,
        usedCredits: 100 - left,
        leftCredits: left,
        ...(runsOutOn !== '' && { runsOutOn }),
      },
    }),
  };
}

const all = [
  outlook('team:web', undefined),
  outlook('user:ann@acme.example', 30, { note: 'Größer als früher' }),
  outlook('team:api', 20, { runsOutOn: '2026-03-20' }),
  outlook('org', 0, { runsOutOn: '2026-03-15' }),
];

const found = (wanted: Parameters<typeof findBudgets>[1]) =>
  findBudgets(all, wanted).map(({ budget: { scope } }) => ('name' in scope ? scope.name : scope.kind));

test('what runs out first comes first, and what is not in force last', () => {
  expect(found({ order: 'runs-out' })).toEqual(['org', 'api', 'user', 'web']);
  expect(found({ order: 'left' })).toEqual(['org', 'api', 'user', 'web']);
  expect(found({ order: 'used' })).toEqual(['org', 'api', 'user', 'web']);
});

test('budgets are found by their kind, their state and a part of scope or note in any case', () => {
  expect(found({ kind: 'team' })).toEqual(['web', 'api']);
  expect(found({ kind: 'team', status: 'not-in-force' })).toEqual(['web']);
  expect(found({ search: 'GRÖSSER' })).toEqual([]);
  expect(found({ search: 'größer' })).toEqual(['user']);
  expect(found({ search: ' Team:A ' })).toEqual(['api']);
});

test('budgets are found by their mode', () => {
  const modes = ['alert', 'enforce'] as const;
  const outlooks = modes.map((mode) => ({ budget: aBudget({ scope: { kind: 'org' }, mode }) }));

  expect(findBudgets(outlooks, { mode: 'enforce' }).map(({ budget }) => budget.mode)).toEqual(['enforce']);
});
