import { expect, test } from 'vitest';

import { changesOf, planCaps } from '../../../shared/caps/cap-plan.ts';
import { aBudget, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

// The numbers of docs/budgets.md.
const own = { scope: { kind: 'user', email: 'ana@example.com' } } as const;
const budgets = [
  aBudget({ ...own, window: 'month', amount: credits(1_000) }),
  aBudget({ ...own, window: 'day', amount: credits(200) }),
];
const topUps = [aTopUp({ email: 'ana@example.com', credits: 500, from: '2026-03-10', to: '2026-03-12' })];
const exemptions = [anExemption({ email: 'ana@example.com', until: '2026-03-14' })];

function planOf(day: string, usedCredits: number, { orgLeft = 30_000, isExempt = false } = {}) {
  return planCaps(
    aPlanInput({
      day,
      budgets: [...budgets, aBudget({ scope: { kind: 'org' }, amount: credits(usedCredits + orgLeft) })],
      topUps,
      exemptions: isExempt ? exemptions : [],
      users: [{ userId: 'ana', email: 'ana@example.com' }],
      usage: someUsage({ ana: { day: 0, month: usedCredits, platform: usedCredits } }),
    }),
  );
}

test.for([
  ['2026-03-09', 900, 1_000, 'month'],
  ['2026-03-10', 900, 1_500, 'month'],
  ['2026-03-11', 1_200, 1_500, 'month'],
  ['2026-03-13', 1_200, 1_200, 'month'],
] as const)('on %s, with %s used, Ana’s limit is %s, and the %s binds', ([day, used, limit, window]) => {
  expect(changesOf(planOf(day, used))).toMatchObject([{ limitCredits: limit, binding: { window } }]);
});

test('with 100 credits left in the organization, no top-up takes Ana past them', () => {
  expect(changesOf(planOf('2026-03-10', 900, { orgLeft: 100 }))).toMatchObject([
    { limitCredits: 1_000, binding: { scope: { kind: 'org' } } },
  ]);
});

test('exempt until the 14th, Ana is kept on that day and capped again on the 15th', () => {
  expect(planOf('2026-03-14', 1_200, { isExempt: true }).decisions).toMatchObject([{ kind: 'keep', reason: 'exempt' }]);
  expect(changesOf(planOf('2026-03-15', 1_350, { isExempt: true }))).toMatchObject([{ limitCredits: 1_350 }]);
});
