import { expect, test } from 'vitest';

import { creditsOn, sharedBudgets } from '../../../../shared/caps/shares/shared-budget.ts';
import type { TopUp } from '../../../../shared/grants/top-up.ts';
import { aBudget, credits } from '../../../support/domain-samples.ts';

const org = aBudget({ scope: { kind: 'org' }, amount: credits(5_000) });
const web = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(600) });
const april = '2026-04-10';

function topUp(said: Partial<TopUp> = {}): TopUp {
  const record = { id: 'one', reason: 'launch', createdBy: 'admin', createdAt: '2026-04-01T00:00:00.000Z', version: 1 };
  const span = { from: '2026-04-09', to: '2026-04-11' };
  return { kind: 'top-up', scope: { kind: 'team', name: 'web' }, credits: 250, ...span, ...record, ...said };
}

test('a pool has its budget’s amount, and is strict unless its budget says otherwise', () => {
  const guarantee = { kind: 'overcommit', factor: 1.2 } as const;
  const loose = { ...org, guarantee };

  expect(sharedBudgets([org, loose], [])).toStrictEqual([
    { budget: org, topUps: [], guarantee: { kind: 'strict' } },
    { budget: loose, topUps: [], guarantee },
  ]);
});

test('a budget of days to come is a pool as well', () => {
  expect(sharedBudgets([{ ...org, from: '2027-01-01' }], [])).toHaveLength(1);
});

test('the top-ups of a team are part of its pools on their days, and of no other', () => {
  const [ofOrganization, ofWeb] = sharedBudgets([web, org], [topUp()]).map((shared) =>
    ['2026-04-08', '2026-04-09', '2026-04-11', '2026-04-12'].map((day) => creditsOn(shared, day).amountCredits),
  );

  expect(ofOrganization).toEqual([5_000, 5_000, 5_000, 5_000]);
  expect(ofWeb).toEqual([600, 850, 850, 600]);
});

test('a top-up raises the pools that it names, each once', () => {
  const raising = topUp({ raises: [{ kind: 'org' }, { kind: 'team', name: 'web' }] });

  expect(sharedBudgets([org, web], [raising]).map((shared) => creditsOn(shared, april))).toEqual([
    { amountCredits: 5_250, topUpCredits: 250 },
    { amountCredits: 850, topUpCredits: 250 },
  ]);
});

test('a top-up that somebody ended adds nothing', () => {
  const [shared] = sharedBudgets([web], [topUp({ endedAt: '2026-04-09T10:00:00.000Z' })]);

  expect(shared && creditsOn(shared, april)).toEqual({ amountCredits: 600, topUpCredits: 0 });
});

test('the largest amount stays an exact number', () => {
  const largest = { ...web, amount: credits(Number.MAX_SAFE_INTEGER - 10) };
  const [shared] = sharedBudgets([largest], [topUp({ credits: 1_000 })]);

  expect(shared && creditsOn(shared, april)).toEqual({ amountCredits: Number.MAX_SAFE_INTEGER, topUpCredits: 10 });
});

test.for([
  ['only alerts', { mode: 'alert' }],
  ['only observes', { mode: 'observe' }],
  ['is unlimited', { amount: { kind: 'unlimited' } }],
] as const)('a budget that %s is no pool', ([, said]) => {
  expect(sharedBudgets([{ ...org, ...said }], [])).toEqual([]);
});
