import { expect, test } from 'vitest';

import type { Budget } from '../../../../shared/budgets/budget.ts';
import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/caps/cap-plan.ts';
import type { TopUp } from '../../../../shared/grants/top-up.ts';
import type { RestatedDay } from '../../../../shared/journal/day-entries.ts';
import { invariant } from '../../../../shared/kernel/invariant.ts';
import type { LimitRecord } from '../../../../shared/limits/limit-record.ts';
import type { Observation } from '../../../../shared/notifications/observation.ts';
import {
  observePromises,
  observeUnheld,
  type WatchedPools,
} from '../../../../shared/notifications/observe/observe-promises.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { anExemption, aTopUp } from '../../../support/grants.ts';
import { aPlanInput, useOf } from '../../../support/plan-samples.ts';

const forWeb = aBudget({
  scope: { kind: 'team', name: 'web' },
  amount: credits(300),
  owners: ['web@acme.example'],
});
const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const limits = [aConfirmedLimit('ann', 120), aConfirmedLimit('bob', 120)];

interface Seen {
  readonly budgets?: readonly Budget[];
  readonly topUps?: readonly TopUp[];
  /** What each used on 14 March, the last known day. */
  readonly used: Readonly<Record<string, number>>;
  readonly limits?: readonly LimitRecord[];
  /** The limits when all of the night is done, where it is others than before. */
  readonly after?: readonly LimitRecord[];
  readonly restated?: readonly RestatedDay[];
  readonly exempt?: readonly (readonly [userId: string, until: string])[];
}

function observeAll(watched: WatchedPools): readonly Observation[] {
  return [...observePromises(watched), ...observeUnheld(watched)];
}

function observationsOf({
  budgets = [forWeb],
  topUps = [],
  used,
  restated = [],
  exempt = [],
  ...said
}: Seen): readonly Observation[] {
  const before = said.limits ?? limits;
  const usage = someUsage(used);
  const input: CapPlanInput = aPlanInput({
    users,
    teamOf: new Map(['ann', 'bob', 'stray'].map((userId) => [userId, 'web'])),
    usage,
    limits: before,
    budgets,
    topUps,
    exemptions: exempt.map(([userId, until]) => anExemption({ email: `${userId}@acme.example`, until })),
  });
  const { shares } = planCaps(input);
  invariant(shares.division !== undefined, 'the case has a pool');
  return observeAll({
    ...shares.division.exposureTerms,
    pools: shares.pools,
    use: useOf(usage, '2026-03-14'),
    records: new Map((said.after ?? before).map((record) => [record.userId, record])),
    unlimitedCredits: input.unlimitedCredits,
    emails: new Map(users.map(({ userId, email }) => [userId, email])),
    exemptUntil: new Map(exempt),
    restated,
  });
}

test('a pool whose limits held is no observation, up to the last credit', () => {
  expect(observationsOf({ used: { ann: 120, bob: 120 } })).toEqual([]);
});

test('what was used of a top-up before it ended is no observation, and overspends nothing beside use beyond a limit', () => {
  const budgets = [{ ...forWeb, amount: credits(200) }];
  const topUps = [aTopUp({ scope: { kind: 'team', name: 'web' }, to: '2026-03-14' })];

  expect(observationsOf({ budgets, topUps, used: { ann: 120, bob: 120 } })).toEqual([]);
  expect(observationsOf({ budgets, topUps, used: { ann: 150, bob: 120 } })).toMatchObject([
    { severity: 'medium', headline: expect.stringContaining('lost 30 credits to use beyond limits') },
  ]);
  expect(observationsOf({ budgets, used: { ann: 150, bob: 120 } })).toMatchObject([
    { severity: 'critical', headline: expect.stringContaining('is overspent by 70 credits') },
  ]);
});

test('use beyond a limit is reported with what it cost and who it was, and passes on to the owners', () => {
  const [observation, ...others] = observationsOf({ used: { ann: 150, bob: 20 } });

  expect(others).toEqual([]);
  expect(observation).toMatchObject({ topic: 'promise-broken', severity: 'medium', owners: ['web@acme.example'] });
  expect(observation?.headline).toContain('lost 30 credits');
  expect(observation?.details[0]).toMatch(/30 credits .*ann@acme\.example/u);
});

test('a limit that was replaced during the day allowed what was used under it', () => {
  const replaced = [{ limitCredits: 150, from: '2026-03-01T02:30:00.000Z', until: '2026-03-14T02:30:00.000Z' }];
  const at = '2026-03-14T02:30:00.000Z';
  const lowered = { ...aConfirmedLimit('ann', 0), confirmed: { limitCredits: 0, at, runId: 'lowering' }, replaced };

  expect(observationsOf({ used: { ann: 150 }, limits: [lowered, ...limits.slice(1)] })).toEqual([]);
  expect(observationsOf({ used: { ann: 151 }, limits: [lowered, ...limits.slice(1)] })).toHaveLength(1);
});

test('a pool that was covered and is past its amount is critical', () => {
  const [observation] = observationsOf({ used: { ann: 320, bob: 20 } });

  expect(observation).toMatchObject({ severity: 'critical' });
  expect(observation?.headline).toContain('by 40 credits');
});

test('whoever cannot be capped is named as the cause when it was not the members', () => {
  const [observation] = observationsOf({ used: { ann: 100, stray: 400 } });

  expect(observation?.headline).toContain('by 200 credits');
  expect(observation?.details[0]).toContain('cannot be capped');
});

test('a pool that was not covered before is not broken by being passed', () => {
  expect(observationsOf({ budgets: [{ ...forWeb, amount: credits(200) }], used: { ann: 120, bob: 120 } })).toEqual([]);
});

test('of a pool that may be passed there is nothing to report', () => {
  const lax = { ...forWeb, guarantee: { kind: 'overcommit', factor: 1.2 } } as const;

  expect(observationsOf({ budgets: [lax], used: { ann: 320 } })).toEqual([]);
});

test('a restated day that takes a pool past what may be used is reported with the most that it cost', () => {
  const restated = [
    { day: '2026-03-12', beforeCredits: 10, afterCredits: 60, users: [{ userId: 'ann', moreCredits: 50 }] },
  ];
  const budgets = [{ ...forWeb, amount: credits(200) }];

  const [observation, ...others] = observationsOf({ budgets, used: { ann: 60 }, restated });

  expect(others).toEqual([]);
  expect(observation).toMatchObject({ severity: 'critical', owners: ['web@acme.example'] });
  expect(observation?.headline).toMatch(/40 credits: .* restated 12 Mar/u);
  expect(observationsOf({ used: { ann: 60 }, restated })).toEqual([]);
});

test('a member without a limit is reported once for the pool, not one who got it tonight', () => {
  const tonight = [...limits.slice(0, 1), aConfirmedLimit('bob', 30)];

  const [observation, ...others] = observationsOf({ used: {}, limits: limits.slice(0, 1) });

  expect(others).toEqual([]);
  expect(observation).toMatchObject({ topic: 'promise-broken', severity: 'medium' });
  expect(observation?.details[0]).toContain('bob@acme.example');
  expect(observationsOf({ used: {}, limits: limits.slice(0, 1), after: tonight })).toEqual([]);
});

test('while nobody has a limit there is no guarantee to end', () => {
  expect(observationsOf({ used: {}, limits: [] })).toEqual([]);
});

test('each pool has a matter of its own, and no more than one', () => {
  const forOrg = aBudget({ scope: { kind: 'org' }, amount: credits(300) });

  const observed = observationsOf({ budgets: [forWeb, forOrg], used: { ann: 320, bob: 130 } });

  expect(new Set(observed.map(({ key }) => key))).toEqual(new Set(['team:web/month', 'org/month']));
  expect(observed).toHaveLength(2);
});

test('an exempt member, whose limit nobody here holds, is named with the end of the exemption, whatever limit is known', () => {
  const users = { used: { ann: 10, bob: 10 } };
  const [unheld, ...others] = observationsOf({ ...users, exempt: [['ann', '2026-03-31']] });

  expect(others).toEqual([]);
  expect(unheld).toMatchObject({ topic: 'not-held', notifiesAdmins: true, owners: forWeb.owners });
  expect(unheld?.headline).toContain('ann@acme.example (until 31 Mar 2026)');
});
