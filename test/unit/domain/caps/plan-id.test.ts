import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CapPlanInput } from '../../../../shared/domain/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import { planIdOf } from '../../../../shared/domain/caps/plan-id.ts';
import { aTopUp, anExemption } from '../../../support/grants.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';

const planInputs = aPlanInput({
  budgets: [aBudget({ scope: { kind: 'default' } }), aBudget({ scope: { kind: 'org' }, amount: credits(9_000) })],
  users: ['ann', 'bob', 'cem'].map((userId) => ({ userId, email: `${userId}@acme.example` })),
  usage: someUsage({ ann: 100, bob: 700 }),
  limits: [aConfirmedLimit('ann', 900), aConfirmedLimit('bob', 800)],
});

function idOn(input: CapPlanInput): string {
  return planIdOf(planCaps(input), input);
}

test('the same inputs in any order give the same id', () => {
  const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
  fc.assert(
    fc.property(
      shuffled(planInputs.users),
      shuffled(planInputs.budgets),
      shuffled(planInputs.limits),
      (users, budgets, limits) => {
        expect(idOn({ ...planInputs, users, budgets, limits })).toBe(idOn(planInputs));
      },
    ),
  );
});

test.for<[string, Partial<CapPlanInput>]>([
  ['the ledger', { usage: someUsage({ ann: 100, bob: 701 }) }],
  [
    'a budget that binds nobody now',
    { budgets: [...planInputs.budgets, aBudget({ scope: { kind: 'org' }, window: 'quarter' })] },
  ],
  ['a top-up that is for nobody now', { topUps: [aTopUp({ from: '2026-05-01', to: '2026-05-31' })] }],
  ['an exemption', { exemptions: [anExemption({})] }],
  ['who is in which team', { teamOf: new Map([['ann', 'sales']]) }],
  ['the roster', { users: planInputs.users.slice(0, 2) }],
  ['a limit', { limits: [aConfirmedLimit('ann', 901), aConfirmedLimit('bob', 800)] }],
  ['the last complete day', { dataThrough: '2026-03-13' }],
])('when %s has moved, the id is another one', ([, moved]) => {
  expect(idOn({ ...planInputs, ...moved })).not.toBe(idOn(planInputs));
});
