import { expect, test } from 'vitest';

import type { Budget } from '../../../../../shared/domain/budgets/budget.ts';
import { sharedBudgets } from '../../../../../shared/domain/caps/shares/shared-budget.ts';
import { aBudget, credits } from '../../../../support/domain-samples.ts';

const org = aBudget({ scope: { kind: 'org' }, amount: credits(5_000) });
const web = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(600) });

function shared(forOrganization: readonly Budget[], ofWeb: readonly Budget[] = [], topUpCredits?: number) {
  const topUps = new Map(topUpCredits === undefined ? [] : [['team:web', topUpCredits]]);
  return sharedBudgets({ forOrganization, byTeam: new Map([['web', ofWeb]]) }, topUps);
}

test('a pool has its budget’s amount, and is strict unless its budget says otherwise', () => {
  const guarantee = { kind: 'overcommit', factor: 1.2 } as const;
  const loose = { ...org, guarantee };

  expect(shared([org, loose])).toStrictEqual([
    { budget: org, topUpCredits: 0, amountCredits: 5_000, guarantee: { kind: 'strict' } },
    { budget: loose, topUpCredits: 0, amountCredits: 5_000, guarantee },
  ]);
});

test('the top-ups of a team are part of its pools, and of no other', () => {
  expect(shared([org], [web], 250)).toMatchObject([
    { amountCredits: 5_000, topUpCredits: 0 },
    { amountCredits: 850, topUpCredits: 250, team: 'web' },
  ]);
  expect(shared([], [web])).toMatchObject([{ amountCredits: 600, topUpCredits: 0, team: 'web' }]);
});

test('the largest amount stays an exact number', () => {
  const largest = { ...web, amount: credits(Number.MAX_SAFE_INTEGER - 10) };

  expect(shared([], [largest], 1_000)).toMatchObject([{ amountCredits: Number.MAX_SAFE_INTEGER, topUpCredits: 10 }]);
});

test.for([
  ['only alerts', { mode: 'alert' }],
  ['only observes', { mode: 'observe' }],
  ['is unlimited', { amount: { kind: 'unlimited' } }],
] as const)('a budget that %s is no pool', ([, said]) => {
  expect(shared([{ ...org, ...said }])).toEqual([]);
});
