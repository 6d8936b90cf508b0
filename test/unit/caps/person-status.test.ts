import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { matchPeople, bindingOf, statusFinder } from '../../../shared/caps/person.ts';
import { sharesOf } from '../../../shared/caps/shares/participants.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput, useOf } from '../../support/plan-samples.ts';

const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const ofAnn = { scope: { kind: 'user', email: 'ann@acme.example' } } as const;
const forAll = aBudget({ scope: { kind: 'default' } });
const org = aBudget({ scope: { kind: 'org' }, amount: credits(4_000) });
const base = aPlanInput({ users, usage: someUsage({ ann: 100, bob: 100 }), budgets: [forAll] });

/** Ann’s status. */
function status(said: Partial<CapPlanInput>) {
  const input = { ...base, ...said };
  const [ann] = matchPeople(input.users, input.usage).persons;
  return ann && statusFinder(bindingOf(input), input)(ann);
}

/** How the pool of the organization is divided. */
function shares(said: Partial<CapPlanInput>) {
  const input = { ...base, budgets: [org], ...said };
  const { persons } = matchPeople(input.users, input.usage);
  return sharesOf(persons, input);
}

/** Who takes part in the division, by user id. */
function members(said: Partial<CapPlanInput>) {
  return new Map(shares(said).division?.members.map((member) => [member.userId, member]));
}

describe('the status of a person', () => {
  test('holds the budgets that bind them alone, and nothing that is not so', () => {
    expect(status({})).toEqual({
      person: { userId: 'ann', email: 'ann@acme.example', credits: expect.anything(), isUnreadable: false },
      holding: { record: undefined },
      layers: [expect.objectContaining({ scope: { kind: 'default' }, topUpCredits: 0, headroomCredits: 900 })],
    });
  });

  test('counts top-ups of the day in their budgets, however the roster spells the email', () => {
    const spelled = [{ userId: 'ann', email: 'Ann@Acme.Example' }];

    expect(status({ users: spelled, topUps: [aTopUp({ credits: 250 })] })?.layers).toMatchObject([
      { topUpCredits: 250, headroomCredits: 1_150 },
    ]);
  });

  test('lists unlimited budgets of their team and the organization', () => {
    const unlimited = { amount: { kind: 'unlimited' } } as const;
    const budgets = [
      { ...org, ...unlimited },
      aBudget({ scope: { kind: 'team', name: 'web' }, ...unlimited }),
      aBudget({ scope: { kind: 'team', name: 'ops' }, ...unlimited }),
    ];

    const found = status({ budgets, teamOf: new Map([['ann', 'web']]) })?.layers.map(({ scope }) => scope);

    expect(found).toEqual([{ kind: 'team', name: 'web' }, { kind: 'org' }]);
    expect(status({ budgets })?.layers).toHaveLength(1);
  });

  test('has what is reserved for them', () => {
    expect(status({ budgets: [aBudget({ ...ofAnn, reserved: 500 })] })).toMatchObject({
      reservation: { credits: 400, highCredits: 0 },
    });
    expect(status({ topUps: [aTopUp({ credits: 250, withinPool: true })] })).toMatchObject({
      reservation: { credits: 150, highCredits: 0 },
    });
  });

  test.for<readonly [string, Partial<CapPlanInput>]>([
    ['exempt', { exemptions: [anExemption({})] }],
    ['invalid-budget', { invalidScopes: ['default'] }],
    ['unreadable-usage', { usage: someUsage({ ann: 100 }, ['ann']) }],
    ['left-out', { only: new Set(['bob']) }],
  ])('names why no limit may be sent: %s', ([hold, said]) => {
    expect(status(said)).toMatchObject({ hold });
  });

  test('names no reason where they are among those whose limit may change', () => {
    expect(status({ only: new Set(['ann']) })).toMatchObject({ hold: undefined });
  });
});

describe('somebody who takes part in a division', () => {
  test('has no bound of their own without a budget and a ceiling', () => {
    expect(members({}).get('ann')).not.toHaveProperty('ownHeadroomCredits');
  });

  test.for<readonly [string, Partial<CapPlanInput>, number]>([
    ['what their budget leaves', { budgets: [org, aBudget({ ...ofAnn, amount: credits(150) })] }, 50],
    ['what the ceiling leaves', { ceilingCredits: 300 }, 200],
    ['the least of both', { budgets: [org, forAll], ceilingCredits: 300 }, 200],
    ['nothing where the ceiling is passed', { ceilingCredits: 60 }, 0],
  ])('is bounded by %s', ([, said, ownHeadroomCredits]) => {
    expect(members(said).get('ann')).toMatchObject({ ownHeadroomCredits });
  });

  test('is bounded by all of the ceiling before they have used anything', () => {
    expect(members({ usage: someUsage({ bob: 100 }), ceilingCredits: 300 }).get('ann')).toMatchObject({
      reportedCredits: 0,
      ownHeadroomCredits: 300,
    });
  });

  test('gets what is reserved for them before the others', () => {
    const budgets = [org, aBudget({ ...ofAnn, amount: { kind: 'unlimited' }, reserved: 3_500 })];

    const { byUser, pools } = shares({ budgets });

    expect(members({ budgets }).get('ann')).toMatchObject({ reservation: { credits: 3_400, highCredits: 0 } });
    expect(members({ budgets }).get('bob')).not.toHaveProperty('reservation');
    expect(byUser.get('ann')?.reserved).toEqual({ askedCredits: 3_400, heldCredits: 3_400 });
    expect(byUser.get('ann')?.headroomCredits).toBeGreaterThanOrEqual(3_400);
    expect(pools).toMatchObject([{ reserved: { askedCredits: 3_400, heldCredits: 3_400 } }]);
  });

  test('is counted with the limits of now when no limit may be sent to them', () => {
    const found = members({ only: new Set(['ann']) });

    expect(found.get('ann')).not.toHaveProperty('isFixed');
    expect(found.get('bob')).toMatchObject({ isFixed: true });
  });

  test('is not taken for idle on the days before they joined', () => {
    const usage = someUsage({ ann: 100, bob: 3_000, cem: 3_000 });
    const use = useOf(usage, '2026-03-14');
    // Bob and Cem worked on each of the last 60 days.
    const daily = new Map(
      ['bob', 'cem'].map((userId) => [userId, Float64Array.from({ length: 120 }, (_, day) => (day < 60 ? 0 : 50))]),
    );
    const busy = { ...use, organization: Float64Array.from({ length: 120 }, (_, day) => (day < 60 ? 0 : 100)) };
    const pools = { ...base.pools, use: { ...busy, users: new Map([...use.users, ...daily]) } };
    const chance = (createdAt?: string) => {
      const ann: KnownUser = {
        userId: 'ann',
        email: 'ann@acme.example',
        ...(createdAt !== undefined && { createdAt }),
      };
      return members({ usage, pools, users: [ann, ...users.slice(1)] }).get('ann')?.demand.activeChance ?? 0;
    };

    expect(chance('2026-03-13T09:00:00.000Z')).toBeGreaterThan(chance('2026-02-13T09:00:00.000Z'));
    expect(chance('2026-02-13T09:00:00.000Z')).toBeGreaterThan(chance());
    expect(chance('no date')).toBe(chance());
  });
});

describe('users who cannot be capped', () => {
  const noEmail: KnownUser = { userId: 'cem' };
  const record = aConfirmedLimit('cem', 700);

  test('count with the limits that may be in force for them, which cannot change', () => {
    const usage = someUsage({ ann: 100, cem: 300 });

    expect(members({ users: [...users, noEmail], usage, limits: [record] }).get('cem')).toMatchObject({
      reportedCredits: 300,
      limits: [{ limitCredits: 700, outcome: 'confirmed' }],
      isFixed: true,
    });
  });

  test('count before they have used anything, too', () => {
    expect(members({ users: [...users, noEmail], limits: [record] }).get('cem')).toMatchObject({ reportedCredits: 0 });
  });

  test('count as unlimited when they never had a limit', () => {
    expect(members({ users: [...users, noEmail] }).get('cem')?.limits).toMatchObject([{ limitCredits: Infinity }]);
  });

  test('do not count when they are off the roster and never had a limit', () => {
    expect([...members({ users: [...users, { ...noEmail, goneSince: '2026-03-10' }] }).keys()]).toEqual(['ann', 'bob']);
  });

  test('count with limits that were sent to their address for others', () => {
    const shared = ['cem', 'dot'].map((userId) => ({ userId, email: 'team@acme.example' }));
    const limits = [aConfirmedLimit('dot', 700, 'team@acme.example'), aConfirmedLimit('eve', 900, 'team@acme.example')];

    const found = members({ users: [...users, ...shared], limits });
    const limitsOf = (userId: string) => found.get(userId)?.limits.map(({ limitCredits }) => limitCredits);

    expect([...found.keys()]).toEqual(['ann', 'bob', 'cem', 'dot']);
    expect(limitsOf('cem')).toEqual([700, 900]);
    expect(limitsOf('dot')).toEqual([700, 900]);
  });

  test('count however long ago they left', () => {
    const left = (goneSince: string) => [...users, { userId: 'cem', email: 'cem@acme.example', goneSince }];
    const isCounted = (goneSince: string) => members({ users: left(goneSince), limits: [record] }).has('cem');

    expect(isCounted('2026-02-13')).toBe(true);
    expect(isCounted('2025-02-12')).toBe(true);
  });

  test('count as unlimited while their address is exempt', () => {
    const exemptions = [anExemption({ email: 'cem@acme.example' })];
    const users = [...base.users, { userId: 'cem', email: 'cem@acme.example', goneSince: '2026-03-10' }];

    expect(members({ users, limits: [record], exemptions }).get('cem')?.limits).toMatchObject([
      { limitCredits: Infinity },
      { limitCredits: 700 },
    ]);
  });
});
