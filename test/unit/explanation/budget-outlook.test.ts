import { describe, expect, test } from 'vitest';

import type { Budget } from '../../../shared/budgets/budget.ts';
import { ForecastsDocument } from '../../../shared/budgets/contract/budget-outlook-document.ts';
import { budgetNowDocument, forecastOf } from '../../../shared/budgets/use-cases.ts';
import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { budgetOutlooks, budgetState } from '../../../shared/explanation/budget-outlook.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../shared/ledger/daily-use.ts';
import { aBudget, credits, someUsage } from '../../support/domain-samples.ts';
import { aSharedPool } from '../../support/plan-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const range = { from: '2026-01-14', through: '2026-03-14' };
const days = daysOf(range);
const users = ['ann', 'bob', 'cem'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const team = { name: 'web', members: [{ kind: 'email', email: 'ann@acme.example' }] } as const;

/** Ann uses 100 credits a day, Bob 10, Cem nothing; of the organization 120 were billed. */
const use: DailyUse = {
  range,
  days,
  knownFrom: range.from,
  organization: new Float64Array(days.length).fill(120),
  users: new Map([
    ['ann', new Float64Array(days.length).fill(100)],
    ['bob', new Float64Array(days.length).fill(10)],
  ]),
};

interface Said {
  readonly used?: DailyUse;
  readonly topUpCredits?: ReadonlyMap<string, number>;
  readonly pools?: readonly SharedPool[];
}

function outlooksOf(budgets: readonly Budget[], isInDepth = false, said: Said = {}) {
  const { used = use, topUpCredits, pools } = said;
  const made = aSnapshot({
    users,
    usage: someUsage({ ann: 1_400, bob: 140 }),
    budgets,
    ...(topUpCredits && { topUpCredits }),
  });
  const snapshot = { ...made, use: used, ...(pools && { shares: { ...made.shares, pools } }) };
  const teamOf = new Map([['ann', team.name]]);
  return budgetOutlooks(budgets, { ...snapshot, assignment: { ...snapshot.assignment, teamOf } }, { isInDepth });
}

const org = (amount: number) => aBudget({ scope: { kind: 'org' }, window: 'month', amount: credits(amount) });

describe('the outlook of a budget', () => {
  test('has in one snapshot what each call asks for, by day or in depth, whichever was asked first', () => {
    const budgets = [aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(1_000) }), org(10_000)];
    const snapshot = { ...aSnapshot({ users, usage: someUsage({ ann: 1_400 }), budgets }), use };
    const asked = [{ isInDepth: false }, { isInDepth: true }, { isInDepth: false, isDaily: true }];

    const together = asked.map((depth) => budgetOutlooks(budgets, snapshot, depth));

    expect(together).toEqual(asked.map((depth) => budgetOutlooks(budgets, { ...snapshot }, depth)));
    expect(together.map(([each, ofOrg]) => [each?.now?.people?.usedUp, ofOrg?.now?.dailyCredits?.length])).toEqual([
      [undefined, undefined],
      [1, undefined],
      [undefined, 14],
    ]);
  });

  test('of the organization counts what was billed, and what is expected by the end of the window', () => {
    const [{ now } = {}] = outlooksOf([org(10_000)]);

    expect(now).toMatchObject({ usedCredits: 14 * 120, leftCredits: 10_000 - 14 * 120 });
    expect(now?.forecast?.expectedCredits).toBeGreaterThan(3_300);
    expect(now?.forecast?.expectedCredits).toBeLessThan(4_100);
    expect(now?.runsOutOn).toBeUndefined();
  });

  test('names the day on which it is expected to be used up', () => {
    const [{ now } = {}] = outlooksOf([org(2_000)]);

    expect(now?.runsOutOn).toMatch(/^2026-03-1[78]$/);
  });

  test('of a team counts its members, of a user the user, and of nobody known nothing', () => {
    const scopes = [{ kind: 'team', name: 'web' } as const, { kind: 'user', email: 'bob@acme.example' } as const];
    const budgets = [...scopes, { kind: 'user', email: 'who@acme.example' } as const].map((scope) =>
      aBudget({ scope }),
    );

    expect(outlooksOf(budgets).map(({ now }) => now?.usedCredits)).toEqual([1_400, 140, 0]);
  });

  test('of the default says how many draw on it, who has used most, and how many will reach it', () => {
    const own = aBudget({ scope: { kind: 'user', email: 'cem@acme.example' } });
    const forDefault = aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(2_000) });

    const [, shown] = outlooksOf([own, forDefault], true);

    expect(shown?.now).toMatchObject({
      usedCredits: 1_400,
      leftCredits: 600,
      people: { count: 2, highestEmail: 'ann@acme.example', usedUp: 0, expectedOver: 1 },
    });
    expect(shown?.now).not.toHaveProperty('forecast');
  });

  test('while it is not in force says nothing', () => {
    const later = aBudget({ scope: { kind: 'org' }, from: '2026-04-01' });

    expect(outlooksOf([later])).toEqual([{ budget: later }]);
  });

  test('that is unlimited has use and forecast, and nothing left of it', () => {
    const [{ now } = {}] = outlooksOf([{ ...org(0), amount: { kind: 'unlimited' } }]);

    expect(now?.forecast).toBeDefined();
    expect(now).not.toHaveProperty('leftCredits');
  });
});

describe('a top-up', () => {
  const ownOf = (userId: string) => aBudget({ scope: { kind: 'user', email: `${userId}@acme.example` } });

  test('of a user is part of the own budget of that user', () => {
    const topUpCredits = new Map([['bob@acme.example', 500]]);

    const shown = outlooksOf([ownOf('bob'), ownOf('cem')], false, { topUpCredits });

    expect(shown.map(({ now }) => [now?.topUpCredits, now?.leftCredits])).toEqual([
      [500, 1_500 - 140],
      [0, 1_000],
    ]);
  });

  test('of a pool is part of the budget with its scope and window, and of no other', () => {
    const pools = [
      aSharedPool({ scope: { kind: 'team', name: 'web' }, topUpCredits: 1 }),
      aSharedPool({ window: { kind: 'week', from: '2026-03-09', through: '2026-03-15' }, topUpCredits: 2 }),
      aSharedPool({ isNext: true, topUpCredits: 4 }),
      aSharedPool({ topUpCredits: 300 }),
    ];

    const shown = outlooksOf([org(10_000)], false, { pools });

    expect(shown[0]?.now).toMatchObject({ topUpCredits: 300, leftCredits: 10_300 - 14 * 120 });
  });
});

describe('the causes of a rise', () => {
  const risen: DailyUse = {
    ...use,
    users: new Map([
      ['ann', Float64Array.from(days, (day) => (day >= '2026-03-01' ? 300 : 10))],
      ['bob', new Float64Array(days.length).fill(10)],
    ]),
    organization: Float64Array.from(days, (day) => (day >= '2026-03-01' ? 310 : 20)),
  };
  const forAnn = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' } });
  const riseOf = (budget: Budget, isInDepth: boolean, used = risen) =>
    outlooksOf([budget], isInDepth, { used })[0]?.now?.rise;

  test('are named for a shared budget in depth', () => {
    expect(riseOf(org(10_000), true)).toMatchObject({ causes: [{ who: 'ann@acme.example' }] });
  });

  test.for<[string, Budget, boolean, DailyUse]>([
    ['briefly', org(10_000), false, risen],
    ['of the own budget of a user', forAnn, true, risen],
    ['where nothing rose', org(10_000), true, use],
  ])('and not %s', ([, budget, isInDepth, used]) => {
    expect(riseOf(budget, isInDepth, used)).toBeUndefined();
  });
});

describe('the outlook of the default', () => {
  const forDefault = aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(2_000) });

  test('counts briefly nobody who will reach it', () => {
    expect(outlooksOf([forDefault])[0]?.now?.people).toEqual({ count: 3, highestEmail: 'ann@acme.example' });
  });

  test('without an amount has nothing left, and nobody reaches it', () => {
    const [{ now } = {}] = outlooksOf([{ ...forDefault, amount: { kind: 'unlimited' } }], true);

    expect(now).not.toHaveProperty('leftCredits');
    expect(now?.people).toEqual({ count: 3, highestEmail: 'ann@acme.example' });
  });

  test('that nobody has drawn on names nobody', () => {
    const [{ now } = {}] = outlooksOf([forDefault], true, { used: { ...use, users: new Map() } });

    expect(now).toMatchObject({ usedCredits: 0, leftCredits: 2_000 });
    expect(now?.people).toEqual({ count: 3, usedUp: 0, expectedOver: 0 });
  });
});

test('a budget that is used up runs out today', () => {
  expect(outlooksOf([org(14 * 120)])[0]?.now).toMatchObject({ leftCredits: 0, runsOutOn: '2026-03-15' });
});

test.each([
  [org(1_000), 'used-up'],
  [org(2_000), 'running-out'],
  [org(10_000), 'lasting'],
  [aBudget({ scope: { kind: 'org' }, from: '2026-04-01' }), 'not-in-force'],
] as const)('a budget is found by how it stands: %#', (budget, state) => {
  expect(outlooksOf([budget]).map(budgetState)).toEqual([state]);
});

test('the document has what is known and null for the rest, and its schema accepts it', () => {
  const budgets = [
    org(2_000),
    aBudget({ scope: { kind: 'default' } }),
    aBudget({ scope: { kind: 'org' }, from: '2026-04-01' }),
  ];
  const documents = outlooksOf(budgets, true).map((outlook) => forecastOf(outlook, '2026-03-15'));

  expect(ForecastsDocument.parse(documents)).toStrictEqual(documents);
  expect(Object.values(budgetNowDocument(undefined, '2026-03-15')).every((value) => value === null)).toBe(true);
});
