import { expect, test } from 'vitest';

import type { Budget } from '../../../../shared/budgets/budget.ts';
import { namedPools } from '../../../../shared/caps/shares/named-pools.ts';
import type { SharedBudget } from '../../../../shared/caps/shares/shared-budget.ts';
import type { TopUp } from '../../../../shared/grants/top-up.ts';
import { daysOf } from '../../../../shared/kernel/time/day.ts';
import { dailyCreditsOf, type DailyUse } from '../../../../shared/ledger/daily-use.ts';
import type { Moment } from '../../../../shared/pools/moment.ts';
import { aBudget } from '../../../support/domain-samples.ts';
import { partOf } from '../../../support/part-of.ts';
import { aNight, nightBeforeTurn, windowStart } from '../../../support/pool-fixtures.ts';

const days = daysOf({ from: '2026-02-27', through: '2026-03-31' });

/** What each user consumed a day, every day. */
function useOf(daily: Readonly<Record<string, number>>): DailyUse {
  const series = (credits: number) => new Float64Array(days.length).fill(credits);
  return {
    range: { from: '2026-02-27', through: '2026-03-31' },
    days,
    knownFrom: '2026-02-27',
    organization: series(Object.values(daily).reduce((sum, credits) => sum + credits, 0)),
    users: new Map(Object.entries(daily).map(([userId, credits]) => [userId, series(credits)])),
  };
}

const people = {
  userIds: ['ann', 'bob'],
  use: useOf({ ann: 1, bob: 10, gone: 100 }),
  teamOf: new Map([
    ['ann', 'web'],
    ['gone', 'web'],
    ['bob', 'sales'],
  ]),
};

function shared(said: Partial<Budget> & { readonly team?: string } = {}): SharedBudget {
  const { team, ...terms } = said;
  const scope: Budget['scope'] = team === undefined ? { kind: 'org' } : { kind: 'team', name: team };
  const budget = aBudget({ scope, owners: ['cfo@acme.example'], ...terms });
  const topUps = [partOf<TopUp>({ from: '2026-01-01', to: '2026-12-31', credits: 7 })];
  const pool = {
    budget: { ...budget, amount: { kind: 'credits' as const, credits: 4_993 } },
    topUps,
    guarantee: { kind: 'strict' as const },
  };
  return team === undefined ? pool : { ...pool, team };
}

const windowsOf = (budget: SharedBudget, moment: Moment) =>
  namedPools([budget], people, moment).map(({ window, isNext }) => [window.from, isNext]);

test('the organization’s pool is drawn on by everybody, and everybody’s use counts', () => {
  expect(namedPools([shared()], people, aNight)).toEqual([
    {
      scope: { kind: 'org' },
      window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
      owners: ['cfo@acme.example'],
      topUpCredits: 7,
      lastDayCredits: 111,
      isNext: false,
      daily: dailyCreditsOf(people.use, people.use.organization),
      pool: {
        name: 'org month 2026-03-01',
        window: { kind: 'month', from: '2026-03-01', through: '2026-03-31' },
        amountCredits: 5_000,
        guarantee: { kind: 'strict' },
        knownCredits: 9 * 111,
        memberIds: ['ann', 'bob'],
      },
    },
  ]);
});

test('a team’s pool is drawn on by its members, and the use of those who left counts', () => {
  const [web] = namedPools([shared({ team: 'web' }), shared({ team: 'sales' })], people, aNight);

  expect(web).toMatchObject({
    lastDayCredits: 101,
    pool: { name: 'team:web month 2026-03-01', knownCredits: 9 * 101, memberIds: ['ann'] },
  });
});

test('a team that nobody is in has a pool that nobody draws on', () => {
  expect(namedPools([shared({ team: 'idle' })], people, aNight)).toMatchObject([
    { lastDayCredits: 0, pool: { knownCredits: 0, memberIds: [] } },
  ]);
});

test('in a window that began after the known data nothing is known', () => {
  expect(namedPools([shared({ window: 'day' })], people, aNight)[0]).toMatchObject({
    lastDayCredits: 0,
    pool: { knownCredits: 0 },
  });
});

test('the next window is a pool of its own where limits of now reach into it', () => {
  expect(windowsOf(shared(), aNight)).toEqual([['2026-03-01', false]]);
  expect(windowsOf(shared(), nightBeforeTurn)).toEqual([
    ['2026-03-01', false],
    ['2026-04-01', true],
  ]);
  expect(windowsOf(shared(), windowStart)).toEqual([['2026-04-01', false]]);
});

test('a budget that ends with its window has no next one', () => {
  expect(windowsOf(shared({ to: '2026-03-31' }), nightBeforeTurn)).toEqual([['2026-03-01', false]]);
});

test('a budget that began within its window has the whole of it', () => {
  expect(windowsOf(shared({ from: '2026-03-05' }), aNight)).toEqual([['2026-03-01', false]]);
});
