import { expect, test } from 'vitest';

import { planCaps } from '../../../../shared/caps/cap-plan.ts';
import { owedBeside } from '../../../../shared/enforcement/use-cases/send-plan.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

const planInputs = aPlanInput({
  budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_000) })],
  users: ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` })),
  usage: someUsage({ ann: 100, bob: 100 }),
  limits: [aConfirmedLimit('ann', 600), aConfirmedLimit('bob', 450)],
});
const planned = { planId: 'plan', plan: planCaps(planInputs), planInputs };

test('what limits allow beyond a pool is owed', () => {
  expect(owedBeside(planned, [], 0).map(({ userId }) => userId)).toContain('ann');
});

test('what an earlier look gave within the cap of live is not owed', () => {
  expect(owedBeside(planned, [], 5)).toEqual([]);
  expect(owedBeside(planned, [], 4)).not.toEqual([]);
});
