import { expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { planLimits } from '../../../shared/impact/planned-limits.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const org = aBudget({ scope: { kind: 'org' }, amount: credits(1_000) });
const limits: readonly LimitRecord[] = [aConfirmedLimit('ann', 900), aConfirmedLimit('bob', 100)];

/** Use by the hour is bounded: a limit that falls frees credits as soon as it is confirmed. */
function inputWith(said: Partial<CapPlanInput>, maxCreditsPerUserHour?: number): CapPlanInput {
  const input = aPlanInput({ users, limits, budgets: [org], ...said });
  const { assumptions } = input.pools;
  const bounded = maxCreditsPerUserHour === undefined ? assumptions : { ...assumptions, maxCreditsPerUserHour };
  return { ...input, pools: { ...input.pools, assumptions: bounded } };
}

test('where use by the hour is bounded, what a lowered limit frees is given in the same run', () => {
  const { plan, creditsByUser } = planLimits(inputWith({}, 100));

  const first = plan.decisions.find(({ userId }) => userId === 'bob')?.limitCredits;
  expect(creditsByUser.get('bob')).toBeGreaterThan(first ?? Infinity);
});

test('elsewhere a run divides once, and who is stopped is what it decides', () => {
  const input = inputWith({ usage: someUsage({ ann: 900, bob: 100 }) });

  const { plan, decisions, stops } = planLimits(input);

  expect(plan).toEqual(planCaps(input));
  expect(decisions).toBe(plan.decisions);
  expect(stops.map(({ userId }) => userId)).toEqual(['ann', 'bob']);
});

test('a limit that no budget decides stays as it is confirmed, and who has none is absent', () => {
  const { creditsByUser } = planLimits(inputWith({ budgets: [], limits: limits.slice(1) }));

  expect([...creditsByUser]).toEqual([['bob', 100]]);
});
