import { expect, test } from 'vitest';

import type { Budget } from '../../../shared/budgets/budget.ts';
import { describeTopUpReach } from '../../../shared/grants/top-up.ts';
import { aBudget } from '../../support/domain-samples.ts';
import { aTopUp } from '../../support/grants.ts';

const forDefault = aBudget({ scope: { kind: 'default' } });
const forAnn = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' } });

function reach(budgets: readonly Budget[], today = '2026-03-15') {
  return describeTopUpReach(aTopUp({ from: '2026-03-10' }), budgets, { today, platformWindow: { anchorDay: 1 } });
}

test('nothing is said of a top-up within one window of one’s own budget, or of the default in its place', () => {
  expect(reach([forAnn])).toEqual([]);
  expect(reach([forDefault])).toEqual([]);
});

test('a top-up that is longer than a budgeted window counts again in each', () => {
  const day = { ...forAnn, window: 'day' } as const;

  expect(reach([forAnn, day])).toEqual([expect.stringMatching(/each day .*10 Mar .*31 Mar/u)]);
});

test('a top-up that is over changes nothing', () => {
  expect(reach([forAnn], '2026-04-01')).toEqual([expect.stringContaining('was over on 31 Mar 2026')]);
});

test.for([
  ['no budget at all', []],
  ['an unlimited budget in the place of the default', [forDefault, { ...forAnn, amount: { kind: 'unlimited' } }]],
  ['a budget that sets no cap', [{ ...forAnn, mode: 'alert' }]],
  ['a budget of the organization only', [aBudget({ scope: { kind: 'org' } })]],
] as const)('with %s a top-up adds to nothing, and that is said', ([, budgets]) => {
  expect(reach(budgets)).toEqual([expect.stringContaining('could add to')]);
});

test('a top-up of a team adds to the budgets of that team alone', () => {
  const scope = { kind: 'team', name: 'core' } as const;
  const topUp = aTopUp({ scope, from: '2026-03-10' });
  const now = { today: '2026-03-15', platformWindow: { anchorDay: 1 } };

  expect(describeTopUpReach(topUp, [aBudget({ scope })], now)).toEqual([]);
  expect(describeTopUpReach(topUp, [aBudget({ scope: { kind: 'team', name: 'web' } }), forDefault], now)).toEqual([
    expect.stringMatching(/team .*amount/u),
  ]);
});
