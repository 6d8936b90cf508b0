import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { inputsHashOf, planIdOf } from '../../../shared/caps/plan-id.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

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
  ['a budget row that cannot be read', { invalidScopes: ['user:dot@acme.example'] }],
  ['what is unreadable', { usage: someUsage({ ann: 100, bob: 700 }, ['dot']) }],
  ['who is in which team', { teamOf: new Map([['ann', 'sales']]) }],
  ['the roster', { users: planInputs.users.slice(0, 2) }],
  ['a limit', { limits: [aConfirmedLimit('ann', 901), aConfirmedLimit('bob', 800)] }],
  ['the last complete day', { dataThrough: '2026-03-13' }],
])('when %s has moved, the id is another one', ([what, moved]) => {
  const after = { ...planInputs, ...moved };

  expect(idOn(after)).not.toBe(idOn(planInputs));
  expect(inputsHashOf(after) === inputsHashOf(planInputs)).toBe(what === 'a limit');
});

test('everything that is known of a limit has its part in the id of a plan', () => {
  const unsettled = [{ limitCredits: 5, at: '2026-03-14T02:30:00.000Z', runId: 'earlier' }];
  const { confirmed: _, ...unconfirmed } = aConfirmedLimit('ann', 900);
  const moved = [
    [{ ...aConfirmedLimit('ann', 900), unsettled }, aConfirmedLimit('bob', 800)],
    [aConfirmedLimit('ann', 900, 'ann@old.example'), aConfirmedLimit('bob', 800)],
    [aConfirmedLimit('ann', 901), aConfirmedLimit('bob', 800)],
    [unconfirmed, aConfirmedLimit('bob', 800)],
    [aConfirmedLimit('bob', 800)],
  ];

  const plan = planCaps(planInputs);
  const ids = moved.map((limits) => planIdOf(plan, { ...planInputs, limits }));

  expect(new Set([planIdOf(plan, planInputs), ...ids]).size).toBe(6);
});

test('who edited a budget, and when, is no part of a plan; what was ended early is', () => {
  const [first, ...others] = planInputs.budgets;
  const edited = [{ ...first, updatedBy: 'eve', updatedAt: '2026-03-02T00:00:00.000Z' } as typeof first, ...others];
  const endedAt = '2026-03-10T00:00:00.000Z';
  const granted = { ...planInputs, topUps: [aTopUp({})], exemptions: [anExemption({ email: 'dot@acme.example' })] };
  const plan = planCaps(granted);
  const idWith = (said: Partial<CapPlanInput>) => planIdOf(plan, { ...granted, ...said });

  expect(idWith({ budgets: edited.filter((budget) => budget !== undefined) })).toBe(idWith({}));
  expect(idWith({ budgets: [{ ...first, amount: credits(1_001) } as NonNullable<typeof first>, ...others] })).not.toBe(
    idWith({}),
  );
  expect(idWith({ topUps: [aTopUp({ endedAt })] })).not.toBe(idWith({}));
  expect(idWith({ topUps: [aTopUp({ credits: 101 })] })).not.toBe(idWith({}));
  expect(idWith({ topUps: [aTopUp({ withinPool: true })] })).not.toBe(idWith({}));
  expect(idWith({ topUps: [aTopUp({ raises: [{ kind: 'org' }] })] })).not.toBe(
    idWith({ topUps: [aTopUp({ withinPool: true })] }),
  );
  expect(idWith({ topUps: [aTopUp({ withinPool: true, usableBefore: { 'ann@acme.example': 700 } })] })).not.toBe(
    idWith({ topUps: [aTopUp({ withinPool: true })] }),
  );
  expect(idWith({ topUps: [aTopUp({ withinPool: true, usableBefore: { 'ann@acme.example': 0 } })] })).toBe(
    idWith({ topUps: [aTopUp({ withinPool: true })] }),
  );
  expect(idWith({ exemptions: [anExemption({ email: 'dot@acme.example', endedAt })] })).not.toBe(idWith({}));
  expect(idWith({ users: planInputs.users.map((user) => ({ ...user, goneSince: '2026-03-01' })) })).not.toBe(
    idWith({}),
  );
  expect(idWith({ users: planInputs.users.map(({ userId }) => ({ userId })) })).not.toBe(idWith({}));
});

test('an id is sixteen hex digits', () => {
  expect(idOn(planInputs)).toMatch(/^[0-9a-f]{16}$/u);
});

test('what a plan does is part of its id', () => {
  const plan = planCaps(planInputs);
  const without = { ...plan, decisions: plan.decisions.slice(1) };
  const other = { ...plan, decisions: plan.decisions.map((each) => ({ ...each, limitCredits: 1 })) } as typeof plan;

  const ids = [plan, without, other].map((each) => planIdOf(each, planInputs));

  expect(new Set(ids).size).toBe(3);
});

test('the hash of the same inputs is the same in every later version', () => {
  const small = { users: [], budgets: [], topUps: [], exemptions: [], invalidScopes: ['a', 'b'], limits: [] };
  const planned = {
    ...small,
    usage: someUsage({ ann: 1, bob: 2 }, ['ann', 'bob']),
    teamOf: new Map([['ann', 'sales']]),
  };

  expect(inputsHashOf({ ...planned, dataThrough: '2026-03-14' })).toBe('6bdb3cbef10fe98b');
  expect(inputsHashOf({ ...planned, dataThrough: undefined })).toBe('c11ac60464205a82');
});
