import { expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/caps/cap-plan.ts';
import type { LimitRecord } from '../../../../shared/limits/limit-record.ts';
import { observeStops } from '../../../../shared/notifications/stops/observe-stops.ts';
import type { StopsSeen } from '../../../../shared/notifications/stops/stop-condition.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { anExemption } from '../../../support/grants.ts';
import { aPlanInput, useOf } from '../../../support/plan-samples.ts';

const names = ['ann', 'bob'];
const users = names.map((userId) => ({ userId, email: `${userId}@acme.example` }));
const usage = someUsage({ ann: 400, bob: 100 });
const owners = ['lead@acme.example'];
const forAll = aBudget({ scope: { kind: 'default' }, amount: credits(400), owners });
const march = { kind: 'month', from: '2026-03-01', through: '2026-03-31' };
const platform = { ...march, kind: 'platform' };

/** What a run on 15 March sees whose limits are in force as its plan has them, or as `records` says. */
function seenWith(
  said: Partial<CapPlanInput>,
  records: readonly LimitRecord[] = [aConfirmedLimit('ann', 400), aConfirmedLimit('bob', 400)],
  topUpCredits: ReadonlyMap<string, number> = new Map(),
): StopsSeen {
  const input = aPlanInput({ users, usage, limits: records, ...said });
  return observeStops({
    plan: planCaps(input),
    records: new Map(records.map((record) => [record.userId, record])),
    watched: {
      today: '2026-03-15',
      platformWindow: { anchorDay: 1 },
      budgets: bindingBudgets(input.budgets, [], '2026-03-15'),
      people: users,
      topUpCredits,
      teamOf: input.teamOf,
      poolTopUpCredits: new Map(),
      use: useOf(usage, '2026-03-14'),
    },
    isByHand: false,
  });
}

const [ann] = users;
const used = { usedCredits: 400, ownUsedCredits: 400, limitCredits: 400, dataThrough: '2026-03-14' };

const needed = { todayCredits: 16, windowCredits: 230, through: '2026-03-31' };

test('who has used up what the default budget gives is stopped by it, and who has not may consume the rest', () => {
  const { stopped, freed, people, isByHand } = seenWith({ budgets: [forAll] });

  expect(stopped).toStrictEqual([
    { stop: { user: ann, scope: { kind: 'default' }, window: march, amountCredits: 400, ...used, needed }, owners },
  ]);
  expect([...freed]).toEqual([['bob', 300]]);
  expect([...people]).toEqual(names);
  expect(isByHand).toBe(false);
});

test('somebody’s own budget is what stops them, its top-ups included', () => {
  const own = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(350) });
  const weekly = aBudget({ scope: own.scope, amount: credits(9_000), window: 'week' });

  const { stopped } = seenWith({ budgets: [weekly, own, forAll] }, undefined, new Map([['ann@acme.example', 50]]));

  expect(stopped).toMatchObject([{ stop: { scope: own.scope, window: march, amountCredits: 400, usedCredits: 400 } }]);
});

test('a pool that leaves somebody nothing stops them, with what all have used of it, and its owners', () => {
  const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(500), owners });
  const teamOf = new Map(names.map((name) => [name, 'web']));

  const { stopped } = seenWith({ budgets: [team], teamOf }, [aConfirmedLimit('ann', 400), aConfirmedLimit('bob', 400)]);

  expect(stopped).toMatchObject([
    { stop: { user: ann, scope: team.scope, window: march, amountCredits: 500, usedCredits: 500 }, owners },
  ]);
});

test('what a pool is over by is no part of what a person needs, and stands beside it', () => {
  const teamOf = new Map(names.map((name) => [name, 'web']));
  const limits = names.map((name) => aConfirmedLimit(name, name === 'ann' ? 400 : 100));
  const neededOf = (amount: number) => {
    const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(amount), owners });
    return seenWith({ budgets: [team], teamOf }, limits).stopped.map(({ stop }) => stop.needed);
  };

  expect(neededOf(500)[0]).toEqual(needed);
  expect(neededOf(460)[0]).toEqual({ ...needed, poolOverCredits: 40 });
});

test('the ceiling of every limit stops whoever has used it up', () => {
  const { stopped } = seenWith({ budgets: [{ ...forAll, amount: credits(9_000) }], ceilingCredits: 400 });

  expect(stopped).toStrictEqual([{ stop: { user: ann, window: platform, amountCredits: 400, ...used }, owners: [] }]);
});

test.for<readonly [string, Partial<CapPlanInput>, object]>([
  ['that no budget decides any more', {}, {}],
  ['that the next run raises', { budgets: [{ ...forAll, amount: credits(900) }] }, { nextLimitCredits: 900 }],
])('a limit %s is left over, and stops a person who has used it up', ([, said, next]) => {
  const { stopped, freed } = seenWith(said);

  const stop = { user: ann, isLeftOver: true, ...next, window: platform, amountCredits: 400, ...used };
  expect(stopped).toStrictEqual([{ stop, owners: [] }]);
  expect([...freed]).toEqual([['bob', 300]]);
});

test.for<readonly [string, Partial<CapPlanInput>, LimitRecord]>([
  [
    'whose limit has no answer',
    {},
    { ...aConfirmedLimit('ann', 400), unsettled: [{ limitCredits: 900, at: '', runId: 'r' }] },
  ],
  [
    'who is exempt',
    { exemptions: [anExemption({ email: 'ann@acme.example', until: '2026-03-20' })] },
    aConfirmedLimit('ann', 400),
  ],
  ['who has no limit', {}, { userId: 'ann', email: 'ann@acme.example', unsettled: [] }],
])('of somebody %s nothing is said', ([, said, record]) => {
  const { stopped, freed, people } = seenWith({ budgets: [forAll], ...said }, [record]);

  expect([stopped, [...freed], [...people]]).toEqual([[], [], names]);
});

test('who has no limit any more may consume without one', () => {
  const unlimitedCredits = 1_000_000_000_000;
  const own = aBudget({ scope: { kind: 'default' }, amount: { kind: 'unlimited' } });

  const { stopped, freed } = seenWith({ budgets: [own] }, [
    aConfirmedLimit('ann', unlimitedCredits),
    aConfirmedLimit('bob', 400),
  ]);

  expect(stopped).toEqual([]);
  expect([...freed]).toEqual([
    ['ann', undefined],
    ['bob', 300],
  ]);
});

test('a stop has the days of the platform’s window where they are not those of the budget', () => {
  const weekly = aBudget({ scope: { kind: 'default' }, window: 'week', amount: credits(400), owners });
  const windowOf = (budget: typeof weekly) => seenWith({ budgets: [budget] }).stopped[0]?.stop.limitWindow;

  expect(windowOf(weekly)).toEqual({ from: march.from, through: march.through });
  expect(windowOf(forAll)).toBeUndefined();
});
