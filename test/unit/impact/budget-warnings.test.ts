import { afterEach, expect, test } from 'vitest';

import type { Budget } from '../../../shared/budgets/budget.ts';
import { budgetWarnings } from '../../../shared/impact/budget-warnings.ts';
import { creditsAlone, notationOn, writeCreditsAs } from '../../../shared/kernel/texts/credits.ts';
import { aPlanInput } from '../../support/plan-samples.ts';
import { aTeam } from '../../support/teams.ts';
import { ann, bob, budget, cem, sideOf, type Rules, type World } from './impact-sides.ts';

const today = '2026-03-15';
const yesterday = '2026-03-14';
const tomorrow = '2026-03-16';

const org = (amount: number, said: Partial<Budget> = {}) => budget({ kind: 'org' }, amount, said);
const byDefault = (amount: number, said: Partial<Budget> = {}) => budget({ kind: 'default' }, amount, said);
const team = (name: string, amount: number, said: Partial<Budget> = {}) => budget({ kind: 'team', name }, amount, said);
const members = (name: string, amount: number, said: Partial<Budget> = {}) =>
  budget({ kind: 'members', name }, amount, said);
const ownOf = ({ email }: { readonly email: string }, amount: number, said: Partial<Budget> = {}) =>
  budget({ kind: 'user', email }, amount, said);
const unlimited = { amount: { kind: 'unlimited' } } as const;
const web = aTeam('web', ['metadata.unit=web']);
const ops = aTeam('ops', ['metadata.unit=ops']);

afterEach(() => writeCreditsAs(creditsAlone));

/** The warnings of rules, each as its kind and scope. */
function warned(rules: Rules, world: World = {}): readonly string[] {
  return budgetWarnings(sideOf(rules, world)).map(({ kind, scope }) => `${kind} ${scope}`);
}

type Case = readonly [title: string, rules: Rules, expected: readonly string[], world?: World];

test.for<Case>([
  ['a budget on its last day', { budgets: [org(9_000, { to: today })] }, []],
  ['a budget after its last day', { budgets: [org(9_000, { to: yesterday })] }, ['binds-nobody org']],
  ['a budget that is meant to alert only', { budgets: [org(9_000, { mode: 'alert' })] }, []],
  ['a budget on its first day', { budgets: [org(9_000, { from: today })] }, []],
  ['a budget before its first day', { budgets: [org(9_000, { from: tomorrow })] }, ['binds-nobody org']],
  ['a default where two of three have an own budget', { budgets: [byDefault(9), ownOf(ann, 5), ownOf(bob, 5)] }, []],
  [
    'a default where everybody has an own budget',
    { budgets: [byDefault(9), ownOf(ann, 5), ownOf(bob, 5), ownOf(cem, 5)] },
    ['binds-nobody default'],
  ],
  [
    'a default where one of the own budgets is over',
    { budgets: [byDefault(9), ownOf(ann, 5), ownOf(bob, 5), ownOf(cem, 5, { to: yesterday })] },
    ['binds-nobody user:cem@acme.example'],
  ],
  [
    'a default where everybody has budgets of teams',
    {
      budgets: [byDefault(9), team('web', 5), team('ops', 5), team('all', 5)],
      teams: [web, ops, aTeam('all', ['cem@acme.example'])],
    },
    [],
  ],
  [
    'a default of a team whose members have none of their own',
    { budgets: [byDefault(9), members('web', 5)], teams: [web] },
    [],
  ],
  [
    'a default of a team where each member has an own budget',
    { budgets: [members('web', 5), ownOf(ann, 5)], teams: [web] },
    ['binds-nobody members:web'],
  ],
  ['a default of no team', { budgets: [members('wep', 5)], teams: [web] }, ['binds-nobody members:wep']],
  [
    'a default where each person has one by their team',
    { budgets: [byDefault(9), members('all', 5)], teams: [aTeam('all', ['*@acme.example'])] },
    ['binds-nobody default'],
  ],
  ['rules before a roster was read', { budgets: [byDefault(9), ownOf(ann, 5)] }, [], { users: [] }],
  ['a team before a roster was read', { budgets: [team('web', 5)], teams: [web] }, [], { users: [] }],
  ['a team with a member', { budgets: [team('web', 5)], teams: [web] }, []],
  [
    'a team without members',
    { budgets: [team('none', 5)], teams: [aTeam('none', ['x@acme.example'])] },
    ['binds-nobody team:none'],
  ],
])('of %s it is said whom it binds', ([, rules, expected, world]) => {
  expect(warned(rules, world).filter((each) => each.startsWith('binds-nobody'))).toEqual(expected);
});

const teams = [web, ops];
test.for<readonly [title: string, budgets: readonly Budget[], isShadowed: boolean]>([
  ['as much as the organization', [org(5_000), team('web', 5_000)], true],
  ['less than the organization', [org(5_000), team('web', 4_999)], false],
  ['more than the organization over another window', [org(5_000), team('web', 6_000, { window: 'week' })], false],
  ['more than an organization without an amount', [org(0, unlimited), team('web', 6_000)], false],
  ['more than a budget that only observes', [org(5_000, { mode: 'observe' }), team('web', 6_000)], false],
  ['more than a budget that is over', [org(5_000, { to: yesterday }), team('web', 6_000)], false],
  ['more than another team', [team('ops', 5_000), team('web', 6_000)], false],
  ['no amount', [org(5_000), team('web', 0, unlimited)], false],
])('a team with %s is shadowed by it: %3$s', ([, budgets, isShadowed]) => {
  expect(warned({ budgets, teams }).includes('binds-nobody team:web')).toBe(isShadowed);
});

const used = { ann: 500, bob: 400 };
test.for<Case>([
  ['a pool of which as much is used', { budgets: [org(900)] }, ['below-used org']],
  ['a pool of which one credit is left', { budgets: [org(901)] }, []],
  ['a pool of a team', { budgets: [team('web', 500), team('ops', 401)], teams }, ['below-used team:web']],
  ['pools over two windows', { budgets: [org(950, { window: 'week' }), org(800)] }, ['below-used org']],
  ['a pool without an amount', { budgets: [org(0, unlimited)] }, []],
  ['an own budget of which as much is used', { budgets: [ownOf(ann, 500)] }, ['below-used user:ann@acme.example']],
  ['an own budget of which one credit is left', { budgets: [ownOf(ann, 501)] }, []],
  ['an own budget without an amount', { budgets: [ownOf(ann, 0, unlimited)] }, []],
  ['the own budget of somebody without use', { budgets: [ownOf(cem, 0)] }, ['below-used user:cem@acme.example']],
  ['a default of which nobody used as much', { budgets: [byDefault(501)] }, []],
  ['a default that nobody is left under', { budgets: [byDefault(500), ownOf(ann, 9_000)] }, []],
])('it is said where %s is used up', ([, rules, expected]) => {
  expect(warned(rules, { used }).filter((each) => each.startsWith('below-used'))).toEqual(expected);
});

test('an own budget is compared with the use of its window', () => {
  const rules = { budgets: [ownOf(ann, 100, { window: 'week' }), ownOf(ann, 100)] };

  const texts = budgetWarnings(sideOf(rules, { used: { ann: { week: 99, month: 700 } } })).map(({ text }) => text);

  expect(texts).toEqual([expect.stringMatching(/user:ann@acme\.example \/ month .*700 of 100 .*14 Mar 2026/u)]);
});

test('of a default, those are counted who used it up and have no own budget', () => {
  const rules = { budgets: [byDefault(300), ownOf(ann, 9_000)] };

  const texts = budgetWarnings(sideOf(rules, { used })).map(({ text }) => text);

  expect(texts).toEqual([expect.stringMatching(/^1 person .* 300 .* default \/ month$/u)]);
});

test.for<readonly [title: string, budgets: readonly Budget[], isOver: boolean]>([
  ['as much as it', [org(5_000), team('web', 3_000), team('ops', 2_000)], false],
  ['one credit more', [org(5_000), team('web', 3_000), team('ops', 2_001)], true],
  ['more over another window', [org(5_000), team('web', 3_000), team('ops', 3_000, { window: 'week' })], false],
  ['more with budgets of users', [org(5_000), team('web', 3_000), ownOf(bob, 3_000)], false],
  ['more than another team', [team('web', 100), team('ops', 300)], false],
])('teams may have %s of what the organization has', ([, budgets, isOver]) => {
  expect(warned({ budgets, teams }).includes('teams-over-organization org')).toBe(isOver);
});

test.for<readonly [title: string, budgets: readonly Budget[], lost: string | undefined]>([
  ['over the same window', [byDefault(900), ownOf(ann, 50)], undefined],
  ['over another window', [byDefault(900), ownOf(ann, 50, { window: 'day' })], 'default / month'],
  ['that is over', [byDefault(900), ownOf(ann, 50, { window: 'day', to: yesterday })], undefined],
  [
    'beside a default that only observes',
    [byDefault(900, { mode: 'alert' }), ownOf(ann, 50, { window: 'day' })],
    undefined,
  ],
  ['beside a default that is over', [byDefault(900, { to: yesterday }), ownOf(ann, 50, { window: 'day' })], undefined],
  ['beside the budget of the organization', [org(900), ownOf(ann, 50, { window: 'day' })], undefined],
  [
    'over another window than the team’s default',
    [members('web', 90), ownOf(ann, 5, { window: 'day' })],
    'members:web / month',
  ],
  [
    'over one window, beside two defaults',
    [byDefault(900), byDefault(300, { window: 'week' }), ownOf(ann, 50, { window: 'day' })],
    'default / month and the budget default / week',
  ],
])('an own budget %s takes away: %3$s', ([, budgets, lost]) => {
  const replaced = budgetWarnings(sideOf({ budgets, teams })).filter(({ kind }) => kind === 'default-replaced');

  expect(replaced.map(({ scope }) => scope)).toEqual(lost === undefined ? [] : ['user:ann@acme.example']);
  expect(replaced[0]?.text.includes(`the budget ${lost} no longer counts`) ?? false).toBe(lost !== undefined);
});

test('of a team without a definition the nearest is named, as the default of its members', () => {
  const [warning] = budgetWarnings(sideOf({ budgets: [members('wep', 5)], teams: [web] }));

  expect(warning?.text).toContain('there is no team of that name; the nearest is members:web');
});

test('a budget of a model without known use says so and names the known ones, until it is used', () => {
  const known = aPlanInput({}).pools;
  const pools = { ...known, use: { ...known.use, models: new Map([['opus-4', new Float64Array(1)]]) } };
  const textsOf = (id: string) =>
    budgetWarnings(sideOf({ budgets: [budget({ kind: 'model', id }, 5, { mode: 'alert' })] }, { pools })).map(
      ({ kind, text }) => [kind, text],
    );

  expect(textsOf('opus-4')).toEqual([]);
  expect(textsOf('opus-5')).toEqual([
    [
      'model-unknown',
      expect.stringMatching(/^no use of model opus-5 .*: used were opus-4; the nearest is model:opus-4$/u),
    ],
  ]);
});

test('the budgets of the organization and of teams take no default away', () => {
  expect(warned({ budgets: [byDefault(900), org(9_000, { window: 'week' })] })).toEqual([]);
});

test('a pool is small for its reservations only while they do not fit into what is left of it', () => {
  const reserving = (pool: number, reserved: number) =>
    warned({ budgets: [org(pool), { ...ownOf(ann, 9_000), reserved }] }, { used: { bob: 400 } });

  expect(reserving(5_000, 4_600)).toEqual([]);
  expect(reserving(5_000, 4_601)).toEqual(['reserved-beyond-pool org']);
});

test('of the pool of the next window nothing is said', () => {
  const rules = { budgets: [org(5_000), { ...ownOf(ann, 9_000), reserved: 6_000 }] };

  expect(warned(rules, { day: '2026-03-31' })).toEqual(['reserved-beyond-pool org']);
});

test('what was used of a budget stands without money where the price changed in its window', () => {
  const warnedAt = (prices: readonly string[]) => {
    writeCreditsAs(notationOn({ show: 'both', prices }, today));
    const rules = { budgets: [ownOf(ann, 100), org(200)] };
    return budgetWarnings(sideOf(rules, { used: { ann: 700 } })).map(({ text }) => text);
  };

  expect(warnedAt(['2026-01-01 1000 EUR'])).toEqual([
    expect.stringContaining('700 (€0.70) of 100 (€0.10)'),
    expect.stringContaining('700 (€0.70) of 200 (€0.20)'),
  ]);
  expect(warnedAt(['2026-01-01 500 EUR', '2026-03-10 1000 EUR'])).toEqual([
    expect.stringContaining(': 700 of 100 (€0.10)'),
    expect.stringContaining(': 700 of 200 (€0.20)'),
  ]);
});
