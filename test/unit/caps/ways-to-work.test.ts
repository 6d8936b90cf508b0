import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { stopsOf } from '../../../shared/caps/stops.ts';
import { usableBefore } from '../../../shared/caps/top-up-gain.ts';
import { waysToWork, type WayStep, type WayToWork } from '../../../shared/caps/ways-to-work.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const createdAt = '2026-03-15T02:30:00.000Z';
const ann = 'ann@acme.example';
const names = ['ann', 'bob', 'cem'];
const org = { kind: 'org' } as const;
const core = { kind: 'team', name: 'core' } as const;
const person = { email: ann, credits: 300, poolCredits: 600 };

const own = aBudget({ scope: { kind: 'user', email: ann }, amount: credits(400) });
const byDefault = aBudget({ scope: { kind: 'default' }, amount: credits(400) });
const ofMembers = aBudget({ scope: { kind: 'members', name: 'core' }, amount: credits(400) });
const ofTeam = aBudget({ scope: core, amount: credits(900) });
const wide = aBudget({ scope: org, amount: credits(5_000) });
/** The limits in force let people use all of it. */
const full = aBudget({ scope: org, amount: credits(1_200) });
/** More is used than it has. */
const passed = aBudget({ scope: org, amount: credits(500) });

const little = aBudget({ scope: org, amount: credits(100) });

const forBob = aTopUp({ scope: { kind: 'user', email: 'bob@acme.example' }, credits: 400, withinPool: true });

/** Ann has used 400, which is her limit; Bob and Cem 100 of 400 each. */
function anInput(said: Partial<CapPlanInput>): CapPlanInput {
  return aPlanInput({
    users: names.map((userId) => ({ userId, email: `${userId}@acme.example` })),
    teamOf: new Map(names.map((userId) => [userId, 'core'])),
    usage: someUsage({ ann: 400, bob: 100, cem: 100 }),
    limits: names.map((userId) => aConfirmedLimit(userId, 400)),
    ...said,
  });
}

/** What the tables and settings have once the command of a step was run. */
function made(input: CapPlanInput, step: WayStep): CapPlanInput {
  if (step.kind === 'ceiling') {
    return { ...input, ceilingCredits: step.credits };
  }
  if (step.kind === 'pool' && step.pool.scope.kind === 'org') {
    const amount = credits(step.pool.amountCredits + step.credits);
    return { ...input, budgets: input.budgets.map((row) => (row.scope.kind === 'org' ? { ...row, amount } : row)) };
  }
  const days = { from: input.day, to: '2026-03-31', reason: 'x' };
  const terms = step.kind === 'top-up' ? step.terms : { ...days, scope: core, credits: step.credits };
  const tried = { ...terms, kind: 'top-up', createdAt } as const;
  const before = usableBefore(tried, input, planCaps(input));
  const topUp = { ...tried, id: 't', createdBy: 'x', version: 1, usableBefore: before };
  return { ...input, topUps: [...input.topUps, topUp] };
}

/** By how much limits rise when all steps of a way are made, Ann’s or those of all: at once, and a quiet day later. */
function given(input: CapPlanInput, { how, steps }: WayToWork): { readonly now: number; readonly later: number } {
  const prepared = steps.slice(0, -1).reduce(made, input);
  const done = steps.slice(-1).reduce(made, prepared);
  const before = limitsOf(prepared);
  const rise = (after: ReadonlyMap<string, number>) =>
    [...after]
      .filter(([email]) => how === 'all' || email === ann)
      .reduce((sum, [email, limit]) => sum + Math.max(0, limit - (before.get(email) ?? 0)), 0);
  return { now: rise(limitsOf(done)), later: rise(limitsOf(nextNight(done))) };
}

function limitsOf(input: CapPlanInput): ReadonlyMap<string, number> {
  return new Map(planCaps(input).decisions.map(({ email, limitCredits }) => [email, limitCredits ?? 0]));
}

/** The limits of the plan are in force since, and no one has used anything. */
function nextNight(input: CapPlanInput): CapPlanInput {
  const limits = planCaps(input).decisions.map(({ userId, limitCredits = 0 }) => aConfirmedLimit(userId, limitCredits));
  const { pools: _pools, ...plain } = input;
  return aPlanInput({ ...plain, day: '2026-03-16', dataThrough: '2026-03-15', limits });
}

function shortly(ways: readonly WayToWork[]): readonly string[] {
  return ways.map(({ how, steps }) => [...steps.slice(0, -1).map(({ kind }) => kind), how].join(', '));
}

describe('what lets a stopped person work again gives what it says, whatever stops them', () => {
  test.for<readonly [string, Partial<CapPlanInput>, readonly string[]]>([
    ['their own budget', { budgets: [own] }, ['top-up']],
    ['the default budget', { budgets: [byDefault] }, ['top-up']],
    ['the default budget of their team’s members', { budgets: [ofMembers] }, ['top-up']],
    ['the default budget in a pool with enough', { budgets: [byDefault, wide] }, ['top-up']],
    ['the default budget in a full pool', { budgets: [byDefault, full] }, ['within-pool', 'raise-pools']],
    ['their own budget in a pool that is passed', { budgets: [own, passed] }, ['pool, raise-pools']],
    ['a team’s budget', { budgets: [aBudget({ scope: core, amount: credits(600) })] }, ['raise-pools', 'all']],
    ['a team’s budget in a passed organization', { budgets: [ofTeam, passed] }, ['pool, raise-pools', 'all']],
    ['the organization’s budget', { budgets: [passed] }, ['pool, raise-pools', 'all']],
    [
      'the organization’s budget, passed by more than they ask for',
      { budgets: [little] },
      ['pool, raise-pools', 'all'],
    ],
    [
      'a pool whose rest is reserved for others',
      { budgets: [aBudget({ scope: org, amount: credits(1_000) })], topUps: [forBob] },
      ['within-pool', 'raise-pools', 'all'],
    ],
    ['the ceiling of all limits', { budgets: [wide], ceilingCredits: 400 }, ['ceiling']],
    ['their own budget and the ceiling', { budgets: [own], ceilingCredits: 400 }, ['ceiling, top-up']],
  ])('stopped by %s', ([, said, expected]) => {
    const input = anInput(said);
    expect(stopsOf(planCaps(input)).map(({ email }) => email)).toContain(ann);

    const ways = waysToWork(input, person, createdAt);

    expect(shortly(ways)).toEqual(expected);
    for (const way of ways) {
      expect(way.nowCredits + (way.laterCredits ?? 0)).toBeGreaterThan(0);
      const { now, later } = given(input, way);
      expect(now).toBeGreaterThanOrEqual(way.nowCredits);
      expect(later).toBeGreaterThanOrEqual(way.laterCredits ?? way.nowCredits);
    }
  });

  test('a person whom no top-up reaches has no way', () => {
    expect(waysToWork(anInput({ budgets: [] }), person, createdAt)).toEqual([]);
  });
});
