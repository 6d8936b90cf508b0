import { describe, expect, test } from 'vitest';

import type { Budget } from '../../../shared/budgets/budget.ts';
import { decideImpact, type Impact } from '../../../shared/impact/impact.ts';
import { noEdits, type ProposedEdits } from '../../../shared/impact/proposed-edits.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { aBudget, aConfirmedLimit, credits } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { aTeam } from '../../support/teams.ts';
import { ann, budget, impactOf, sideOf, type Rules } from './impact-sides.ts';

const byDefault = budget({ kind: 'default' }, 1_000);
const org = (amount: number) => budget({ kind: 'org' }, amount);
const team = (name: string, amount: number, said: Partial<Budget> = {}) => budget({ kind: 'team', name }, amount, said);
const own = (amount: number, said: Partial<Budget> = {}) =>
  budget({ kind: 'user', email: 'ann@acme.example' }, amount, said);
const web = aTeam('web', ['metadata.unit=web']);

function warningKinds({ warnings }: Impact): readonly string[] {
  return warnings.map(({ kind }) => kind);
}

describe('limits that change', () => {
  const limits = [aConfirmedLimit('ann', 1_000), aConfirmedLimit('bob', 1_000), aConfirmedLimit('cem', 1_000)];

  test('only what follows from the edits is theirs; the rest moves anyway', () => {
    const standing = [aConfirmedLimit('ann', 1_000), aConfirmedLimit('bob', 700), aConfirmedLimit('cem', 1_000)];

    const impact = impactOf({ budgets: [byDefault] }, { budgets: [byDefault, own(400)] }, { limits: standing });

    expect(impact.effects).toMatchObject([
      { userId: 'ann', fromCredits: 1_000, withoutCredits: 1_000, toCredits: 400 },
    ]);
    expect(impact.movedAnyway).toBe(1);
  });

  test('a limit that would have moved and stays because of the edits is one of them', () => {
    const standing = [aConfirmedLimit('ann', 400), ...limits.slice(1)];

    const impact = impactOf({ budgets: [byDefault] }, { budgets: [byDefault, own(400)] }, { limits: standing });

    expect(impact.effects).toMatchObject([{ userId: 'ann', fromCredits: 400, withoutCredits: 1_000, toCredits: 400 }]);
    expect(impact.movedAnyway).toBe(0);
  });

  test('stopped users come first, with the budget that stops them', () => {
    const world = { limits, used: { ann: 100, bob: 600 } };

    const impact = impactOf({ budgets: [byDefault] }, { budgets: [budget({ kind: 'default' }, 500)] }, world);

    expect(impact.effects.map(({ userId, isStopped }) => [userId, isStopped])).toEqual([
      ['bob', true],
      ['ann', false],
      ['cem', false],
    ]);
    expect(impact.stopped).toMatchObject([{ userId: 'bob', cause: { scope: { kind: 'default' }, window: 'month' } }]);
  });

  test('who is stopped with and without the edits is neither stopped nor freed by them', () => {
    const world = { limits, used: { bob: 2_000 } };

    const lower = impactOf({ budgets: [byDefault] }, { budgets: [budget({ kind: 'default' }, 500)] }, world);
    const higher = impactOf({ budgets: [byDefault] }, { budgets: [budget({ kind: 'default' }, 3_000)] }, world);

    expect([lower.stopped, lower.freed]).toEqual([[], []]);
    expect(higher.freed.map(({ userId }) => userId)).toEqual(['bob']);
  });

  test('an exemption frees nobody: the limit that stops somebody stays', () => {
    const world = { limits, used: { bob: 2_000 } };
    const exempt = { ...world, exemptions: [anExemption({ email: 'bob@acme.example' })] };
    const [without, after] = [world, exempt].map((each) => sideOf({ budgets: [byDefault] }, each));
    invariant(without !== undefined && after !== undefined, 'there are two sides');

    expect(decideImpact(noEdits, { without, after })).toMatchObject({ freed: [], stopped: [] });
  });
});

describe('what asks', () => {
  const limits = [aConfirmedLimit('ann', 1_000), aConfirmedLimit('bob', 1_000), aConfirmedLimit('cem', 1_000)];

  test.for<[string, Rules, Rules, string]>([
    ['stopping somebody', { budgets: [byDefault] }, { budgets: [byDefault, own(100)] }, 'stops 1 person at once'],
    [
      'a pool that goes',
      { budgets: [byDefault, org(9_000)] },
      { budgets: [byDefault] },
      'lifts org / month (9,000) from 3 people',
    ],
    [
      'a team that goes, and its pool with it',
      { budgets: [byDefault, team('web', 900)], teams: [web] },
      { budgets: [byDefault, team('web', 900)] },
      'lifts team:web / month (900) from 1 person',
    ],
    ['an own budget that goes', { budgets: [byDefault, own(600)] }, { budgets: [byDefault] }, 'from 1 person'],
    [
      'a default that goes',
      { budgets: [byDefault, own(600)] },
      { budgets: [own(600)] },
      'lifts default / month from 2',
    ],
    [
      'an own budget that only warns from now on',
      { budgets: [byDefault, own(600)] },
      { budgets: [byDefault, own(600, { mode: 'alert' })] },
      'lifts user:ann@acme.example / month from 1',
    ],
    [
      'an own budget that has no amount any more',
      { budgets: [byDefault, own(600)] },
      { budgets: [byDefault, own(0, { amount: { kind: 'unlimited' } })] },
      'lifts user:ann@acme.example / month from 1',
    ],
    [
      'a default that goes, beside an own budget that is over',
      { budgets: [byDefault, own(600, { to: '2026-03-01' })] },
      { budgets: [own(600, { to: '2026-03-01' })] },
      'lifts default / month from 3',
    ],
    [
      'a default that goes, beside the budgets of a team',
      { budgets: [byDefault, team('web', 9_000)], teams: [web] },
      { budgets: [team('web', 9_000)], teams: [web] },
      'lifts default / month from 3',
    ],
    [
      'raising most of the limits',
      { budgets: [byDefault] },
      { budgets: [budget({ kind: 'default' }, 9_000)] },
      'raises the limits of 3 of 3 people',
    ],
  ])('%s', ([, before, after, harm]) => {
    const { harms } = impactOf(before, after, { limits, used: { ann: 200, bob: 200, cem: 200 } });

    expect(harms).toContainEqual(expect.stringContaining(harm));
  });

  test.for<[string, Rules, Rules]>([
    ['a budget with room for everybody', { budgets: [byDefault] }, { budgets: [byDefault, org(100_000)] }],
    ['a lower limit that stops nobody', { budgets: [byDefault] }, { budgets: [byDefault, own(900)] }],
    ['an own budget that is raised', { budgets: [byDefault, own(600)] }, { budgets: [byDefault, own(700)] }],
    [
      'an own budget that only warned and goes',
      { budgets: [byDefault, own(600, { mode: 'alert' })] },
      { budgets: [byDefault] },
    ],
    [
      'an own budget that was over and goes',
      { budgets: [byDefault, own(600, { to: '2026-03-01' })] },
      { budgets: [byDefault] },
    ],
    [
      'an own budget without an amount that goes',
      { budgets: [byDefault, own(0, { amount: { kind: 'unlimited' } })] },
      { budgets: [byDefault] },
    ],
    ['a budget that binds nobody and goes', { budgets: [byDefault, team('ghost', 5)] }, { budgets: [byDefault] }],
  ])('but not %s', ([, before, after]) => {
    const impact = impactOf(before, after, { limits, used: { ann: 200, bob: 200, cem: 200 } });

    expect(impact.harms).toEqual([]);
  });
});

test('of two pools the one that goes is named alone', () => {
  const web900 = team('web', 900);

  const { harms } = impactOf({ budgets: [org(9_000), web900], teams: [web] }, { budgets: [web900], teams: [web] });

  expect(harms).toEqual(['lifts org / month (9,000) from 3 people']);
});

describe('raising limits asks', () => {
  const four = ['ann', 'bob', 'cem', 'dot'].map((userId) => ({
    userId,
    email: `${userId}@acme.example`,
    metadata: {},
  }));
  const ownOf = (userId: string, amount: number) =>
    budget({ kind: 'user', email: `${userId}@acme.example` }, amount, { window: 'month' });

  /** Whether it asks when those named first get own budgets of an amount, of four people at 1,000. */
  function asks(userIds: readonly string[], amount: number, users = four): boolean {
    const limits = users.map(({ userId }) => aConfirmedLimit(userId, 1_000));
    const after = { budgets: [byDefault, ...userIds.map((userId) => ownOf(userId, amount))] };
    return impactOf({ budgets: [byDefault] }, after, { limits, users }).harms.length > 0;
  }

  test('for three people and more, if they are more than half of all', () => {
    expect(asks(['ann', 'bob', 'cem'], 2_000)).toBe(true);
    expect(asks(['ann', 'bob'], 2_000, four.slice(0, 2))).toBe(false);
    const six = [
      ...four,
      ...['eli', 'fay'].map((userId) => ({ userId, email: `${userId}@acme.example`, metadata: {} })),
    ];
    expect(asks(['ann', 'bob', 'cem'], 2_000, six)).toBe(false);
  });

  test('by more than a twentieth of the limit', () => {
    expect(asks(['ann', 'bob', 'cem'], 1_050)).toBe(false);
    expect(asks(['ann', 'bob', 'cem'], 1_051)).toBe(true);
  });
});

describe('what is odd', () => {
  test.for<[string, string, Rules, RegExp]>([
    [
      'team-without-members',
      'a team without members',
      { budgets: [], teams: [aTeam('ghost', ['nobody@acme.example'])] },
      /team ghost has no members/,
    ],
    [
      'metadata-unknown',
      'metadata that nobody has',
      { budgets: [], teams: [aTeam('core', ['metadata.cost=1'])] },
      /metadata "cost".*after the next nightly run/,
    ],
    [
      'member-of-two-teams',
      'a member of two teams',
      { budgets: [], teams: [web, aTeam('all', ['*@acme.example'])] },
      /ann@acme\.example in "all", not in "web"/,
    ],
    [
      'below-used',
      'a pool below what is used',
      { budgets: [org(500)] },
      /org \/ month is used up: 900 of 500 through \d+ Mar 2026$/,
    ],
    [
      'below-used',
      'a default below what is used',
      { budgets: [budget({ kind: 'default' }, 300)] },
      /2 people have used/,
    ],
    ['binds-nobody', 'a budget of a team that is not there', { budgets: [team('ghost', 5)] }, /no team of that name/],
    [
      'binds-nobody',
      'a budget that only observes',
      { budgets: [{ ...org(9_000), mode: 'observe' }] },
      /mode is observe/,
    ],
    [
      'binds-nobody',
      'a budget that is over',
      { budgets: [{ ...org(9_000), to: '2026-03-01' }] },
      /was over on 1 Mar 2026/,
    ],
    ['binds-nobody', 'a budget to come', { budgets: [{ ...org(9_000), from: '2026-04-01' }] }, /begins on 1 Apr 2026/],
    [
      'binds-nobody',
      'a team that has more than the organization',
      { budgets: [org(5_000), team('web', 6_000)], teams: [web] },
      /organization has 5,000 for the same month/,
    ],
    [
      'binds-nobody',
      'a budget of somebody who is not on the roster',
      { budgets: [budget({ kind: 'user', email: 'x@acme.example' }, 5)] },
      /no person on the roster/,
    ],
    [
      'reserved-beyond-pool',
      'reservations that the pool cannot hold',
      {
        budgets: [
          org(5_000),
          aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(9_000), reserved: 9_000 }),
        ],
      },
      /are reserved of org \/ month, which can hold/,
    ],
    [
      'teams-over-organization',
      'teams that have more together than the organization',
      {
        budgets: [org(5_000), team('web', 3_000), team('all', 4_000)],
        teams: [web, aTeam('all', ['bob@acme.example'])],
      },
      /2 team budgets over a month add up to 7,000, the organization has 5,000/,
    ],
    [
      'default-replaced',
      'an own budget that takes the default away',
      { budgets: [byDefault, own(50, { window: 'day' })] },
      /default \/ month no longer counts/,
    ],
  ])('%s: %s', ([kind, , rules, text]) => {
    const impact = impactOf({ budgets: [] }, rules, { used: { ann: 500, bob: 400 } });

    expect(impact.warnings.filter((warning) => warning.kind === kind)).toEqual([
      expect.objectContaining({ text: expect.stringMatching(text) }),
    ]);
  });

  test('what was odd before and is not edited is not said again', () => {
    const odd = team('ghost', 5);

    const impact = impactOf({ budgets: [odd] }, { budgets: [odd, org(90_000)] });

    expect(warningKinds(impact)).toEqual([]);
  });
});

describe('who would have been stopped', () => {
  test('a member of a team by metadata, by the pool of the team', () => {
    const rules = { budgets: [team('web', 300)], teams: [web] };

    const { past } = impactOf({ budgets: [] }, rules, { used: { ann: 500, bob: 500 } });

    expect(past).toEqual({
      range: { from: '2026-02-15', through: '2026-03-14' },
      method: 'division',
      stops: [{ email: 'ann@acme.example', day: '2026-03-14', scope: 'team:web' }],
    });
  });

  const rules = { budgets: [byDefault, own(300)] };
  const world = { used: { ann: 500, bob: 500 } };

  test('nobody who would have been stopped without the edits too', () => {
    expect(impactOf(rules, { budgets: [...rules.budgets, org(90_000)] }, world).past.stops).toEqual([]);
    expect(impactOf({ budgets: [] }, rules, world).past.stops.map(({ email }) => email)).toEqual([ann.email]);
  });

  test('nobody by a budget that is over, and by one to come as if it were in force', () => {
    const pastOf = (said: Partial<Budget>) =>
      impactOf({ budgets: [] }, { budgets: [own(300, said)] }, world).past.stops.map(({ email }) => email);

    expect(pastOf({ to: '2026-03-14' })).toEqual([]);
    expect(pastOf({ to: '2026-03-15' })).toEqual([ann.email]);
    expect(pastOf({ from: '2026-04-01' })).toEqual([ann.email]);
  });

  test('of grants alone nothing is replayed', () => {
    const sides = { without: sideOf({ budgets: [] }, world), after: sideOf(rules, world) };

    expect(decideImpact(noEdits, sides).past).toEqual({ method: 'totals', stops: [] });
  });

  test('an organization too large to plan every night again is replayed by totals', () => {
    const users = Array.from({ length: 400 }, (_, index) => ({
      userId: `u${index}`,
      email: `u${index}@acme.example`,
      metadata: {},
    }));

    const { past } = impactOf({ budgets: [] }, { budgets: [byDefault] }, { users, used: { u7: 1_001, u8: 1_000 } });

    expect(past).toEqual({
      range: { from: '2026-02-15', through: '2026-03-14' },
      method: 'totals',
      stops: [{ email: 'u7@acme.example', day: '2026-03-14', scope: 'default' }],
    });
  });
});

describe('pools', () => {
  test('stand as they are with the edits, with their amount before where they were there', () => {
    const before = { budgets: [org(9_000)] };

    const { pools } = impactOf(before, { budgets: [org(8_000), team('web', 900)], teams: [web] });

    expect(pools.map(({ pool, amountBeforeCredits }) => [pool.amountCredits, amountBeforeCredits])).toEqual([
      [8_000, 9_000],
      [900, undefined],
    ]);
    expect(pools.every((pool) => !('amountBeforeCredits' in pool) || pool.amountBeforeCredits !== undefined)).toBe(
      true,
    );
  });

  test('of the next window are left out', () => {
    const { pools } = impactOf({ budgets: [] }, { budgets: [org(8_000)] }, { day: '2026-03-31' });

    expect(pools.map(({ pool }) => pool.window.from)).toEqual(['2026-03-01']);
  });
});

describe('what is odd and edited', () => {
  const odd = team('ghost', 5);

  test('is said again, of a budget and of a team', () => {
    const ghost = aTeam('ghost', ['nobody@acme.example']);
    const sides = {
      without: sideOf({ budgets: [odd], teams: [ghost] }),
      after: sideOf({ budgets: [odd], teams: [ghost] }),
    };
    const scopesOf = (edits: ProposedEdits) => decideImpact(edits, sides).warnings.map(({ scope }) => scope);

    expect(scopesOf({ ...noEdits, grants: [] })).toEqual([]);
    expect(scopesOf({ ...noEdits, budgets: [{ kind: 'add', after: odd }] })).toEqual(['team:ghost', 'team:ghost']);
    expect(scopesOf({ ...noEdits, teams: [{ kind: 'remove', before: ghost }] })).toEqual(['team:ghost', 'team:ghost']);
  });
});
