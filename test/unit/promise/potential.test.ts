import { describe, expect, test } from 'vitest';

import type { Facts } from '../../../shared/promise/facts.ts';
import { surveyOf } from '../../../shared/promise/potential.ts';
import { at, person, pool, sent, someFacts } from './some-facts.ts';

/** Use on the last days of the known data, the last one on 9 March. */
function usedAtLast(...credits: readonly number[]): readonly number[] {
  return [...Array.from({ length: 9 - credits.length }, () => 0), ...credits];
}

function potentialsOf(facts: Facts) {
  return surveyOf(facts).potentials.map(
    ({ pool: { name }, window, amountCredits, usedCredits, credits, unbounded }) => ({
      name: `${name} ${window.from}`,
      amountCredits,
      usedCredits,
      credits,
      unbounded: unbounded.map(({ userId }) => userId),
    }),
  );
}

const limitOf = (credits: number) => [sent(credits, at('2026-03-02'))];
const ann = person('ann', { used: usedAtLast(10) });
const ben = person('ben', { used: usedAtLast(30) });
const limits = new Map([
  ['ann@a', limitOf(40)],
  ['ben@a', limitOf(20)],
]);

describe('the potential of the window of now', () => {
  test('is what is used, and for each account what the limit leaves beyond that', () => {
    const [potential] = potentialsOf(someFacts({ accounts: [ann, ben], sent: limits }));

    expect(potential).toEqual({
      name: 'org 2026-03-01',
      amountCredits: 100,
      usedCredits: 40,
      credits: 40 + 30,
      unbounded: [],
    });
  });

  test('holds what was billed beyond the rows in the pool of everybody, and in no team', () => {
    const pools = [pool(), pool({ name: 'web', team: 'web' })];
    const beyondRows = [...usedAtLast(7)];

    const used = potentialsOf(someFacts({ pools, use: { beyondRows } })).map(({ usedCredits }) => usedCredits);

    expect(used).toEqual([7, 0]);
  });

  test('holds every limit since the known data ends, the highest of them', () => {
    const all = new Map([['ann@a', [...limitOf(90), sent(40, at('2026-03-10', 8))]]]);

    expect(potentialsOf(someFacts({ accounts: [ann], sent: all }))[0]?.credits).toBe(90);
  });

  test('takes what is reported as used, whether it has settled or not, and no less than that', () => {
    const [unsettled] = potentialsOf(someFacts({ accounts: [ben], sent: limits, use: { through: '2026-03-08' } }));

    expect(unsettled).toMatchObject({ usedCredits: 30, credits: 30 });
  });

  test('of figures that may rise the limit bounds the rest', () => {
    const [unsettled] = potentialsOf(someFacts({ accounts: [ann], sent: limits, use: { through: '2026-03-08' } }));

    expect(unsettled).toMatchObject({ usedCredits: 10, credits: 40 });
  });

  test('adds what a running turn takes past its limit, and nothing under a limit of 0', () => {
    const all = new Map([
      ['ann@a', limitOf(40)],
      ['ben@a', limitOf(0)],
    ]);

    const facts = someFacts({ accounts: [ann, person('ben')], sent: all, restsOn: { inFlightCredits: 5 } });

    expect(potentialsOf(facts)[0]?.credits).toBe(45);
  });

  test('is bounded by time where it is known how fast credits can be used', () => {
    const facts = someFacts({
      accounts: [ann],
      sent: new Map([['ann@a', [...limitOf(10_000), sent(20, at('2026-03-10', 9))]]]),
      restsOn: { creditsPerHour: 1.1, inFlightCredits: 2 },
    });

    // Until the first limit ends at 09:31: nine and a half hours, and a turn.
    expect(potentialsOf(facts)[0]?.credits).toBe(10 + Math.ceil(1.1 * (9 + 31 / 60)) + 2);
  });

  test('counts an account without a limit by time, where it is known how fast credits can be used', () => {
    const facts = someFacts({
      accounts: [person('ann')],
      pools: [pool({ window: 'day' })],
      restsOn: { creditsPerHour: 2 },
    });

    expect(potentialsOf(facts)[0]).toMatchObject({ credits: 48, unbounded: [] });
  });

  test('names accounts without a limit, and counts the limits that they may have', () => {
    const all = new Map([['ann@a', [sent(40, at('2026-03-10', 8))]]]);

    expect(potentialsOf(someFacts({ accounts: [ann, ben], sent: all }))[0]).toMatchObject({
      credits: 40 + 30,
      unbounded: ['ann', 'ben'],
    });
  });
});

describe('windows', () => {
  const turning = { nowMs: at('2026-03-30', 3) };
  const use = { through: '2026-03-29' };

  test('one that opens before the second day after now is over counts with limits that are open again', () => {
    const facts = someFacts({ moment: turning, use, accounts: [ann], sent: limits });

    expect(potentialsOf(facts).map(({ name, credits }) => [name, credits])).toEqual([
      ['org 2026-03-01', 40],
      ['org 2026-04-01', 40],
    ]);
    expect(potentialsOf({ ...facts, moment: { ...facts.moment, nowMs: at('2026-03-29', 23) } })).toHaveLength(1);
  });

  test('the horizon is looked at by the later of two clocks, and the open window by the earlier', () => {
    const late = { nowMs: at('2026-03-29', 23), earlierMs: 0, laterMs: 3_600_000 };
    const early = { nowMs: at('2026-04-01'), earlierMs: 1, laterMs: 0 };

    expect(potentialsOf(someFacts({ moment: late, use }))).toHaveLength(2);
    expect(potentialsOf(someFacts({ moment: early, use })).map(({ name }) => name)).toEqual([
      'org 2026-03-01',
      'org 2026-04-01',
    ]);
  });

  test('a week over the turn of the platform holds the limit once for each of its windows', () => {
    const pools = [pool({ window: 'week' })];

    const [week] = potentialsOf(someFacts({ moment: turning, use, accounts: [ann], sent: limits, pools }));

    expect(week).toMatchObject({ name: 'org 2026-03-30', credits: 30 + 40 });
  });

  test('a turn after the horizon does not count yet', () => {
    const pools = [pool({ window: 'quarter' })];

    const [quarter] = potentialsOf(someFacts({ accounts: [ann], sent: limits, pools }));

    expect(quarter).toMatchObject({ name: 'org 2026-01-01', credits: 40 });
  });

  test('a limit is counted from the anchor of the platform, clamped to the last day of a month', () => {
    const pools = [pool({ window: 'week' })];
    const facts = someFacts({ moment: turning, use, accounts: [ann], sent: limits, pools, restsOn: { anchorDay: 31 } });

    expect(potentialsOf(facts)[0]?.credits).toBe(30 + 40);
  });

  test('where time bounds use, a stretch that has begun counts to its end, and one that has not to the horizon', () => {
    const pools = [pool({ window: 'week' })];
    const restsOn = { creditsPerHour: 1 };
    const facts = someFacts({
      moment: turning,
      use,
      accounts: [person('ann')],
      sent: new Map([['ann@a', limitOf(1_000)]]),
      pools,
      restsOn,
    });

    // All of 30 and 31 March, and 1 April.
    expect(potentialsOf(facts)[0]?.credits).toBe(48 + 24);
  });

  test.each([
    ['one that begins at this moment has begun', { nowMs: at('2026-04-01') }, 30 * 24],
    [
      'one that may have begun by the later of two clocks has',
      { nowMs: at('2026-03-31', 23), laterMs: 7_200_000 },
      30 * 24,
    ],
    ['one that has not lasts to the horizon', { nowMs: at('2026-03-31', 23), laterMs: 3_599_999 }, 2 * 24],
  ])('of stretches that time bounds, %s', (_, moment, credits) => {
    const facts = someFacts({
      moment,
      use: { through: '2026-03-31' },
      accounts: [person('ann')],
      sent: new Map([['ann@a', limitOf(1_000)]]),
      restsOn: { creditsPerHour: 1 },
    });

    expect(potentialsOf(facts).at(-1)).toMatchObject({ name: 'org 2026-04-01', credits });
  });

  test('use that is reported of the day of a turn counts on that side of it alone', () => {
    const used = [...Array.from({ length: 31 }, () => 0), 5];
    const facts = someFacts({
      moment: { nowMs: at('2026-04-02', 3) },
      use: { through: '2026-03-30' },
      accounts: [person('ann', { used })],
      sent: limits,
      pools: [pool({ window: 'week' })],
    });

    expect(potentialsOf(facts)[0]).toMatchObject({ usedCredits: 5, credits: 5 + 40 + 35 });
  });

  test('a day after now that is over by the horizon counts', () => {
    const pools = [pool({ window: 'day' })];

    expect(
      potentialsOf(someFacts({ pools, accounts: [ann], sent: limits })).map(({ name, credits }) => [name, credits]),
    ).toEqual([
      ['org 2026-03-10', 30],
      ['org 2026-03-11', 30],
      ['org 2026-03-12', 30],
    ]);
  });
});

describe('terms by date', () => {
  const moment = { nowMs: at('2026-03-30', 3) };
  const use = { through: '2026-03-29' };

  test.each([
    [
      'a top-up that ends with the window adds nothing to the next',
      { from: '2026-03-01', to: '2026-03-31' },
      [150, 100],
    ],
    ['one that begins with the next window adds to that alone', { from: '2026-04-01', to: '2026-04-01' }, [100, 150]],
    ['one that begins later in the next window adds nothing yet', { from: '2026-04-02', to: '2026-04-09' }, [100, 100]],
    ['one of the last day counts in full', { from: '2026-03-30', to: '2026-03-30' }, [150, 100]],
    ['one that ended in the window is gone from it', { from: '2026-03-01', to: '2026-03-29' }, [100, 100]],
  ])('%s', (_, span, amounts) => {
    const pools = [pool({ topUps: [{ ...span, credits: 50 }] })];

    expect(potentialsOf(someFacts({ moment, use, pools })).map(({ amountCredits }) => amountCredits)).toEqual(amounts);
  });

  test('a sum that is no exact number is cut', () => {
    const topUps = [{ from: '2026-03-01', to: '2026-12-31', credits: Number.MAX_SAFE_INTEGER }];

    expect(potentialsOf(someFacts({ pools: [pool({ topUps })] }))[0]?.amountCredits).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each([
    ['a budget that ends with the window has no next one', { to: '2026-03-31' }, ['org 2026-03-01']],
    ['one that begins with the next window has no present one', { from: '2026-04-01' }, ['org 2026-04-01']],
    [
      'one that begins within the horizon counts before it begins',
      { from: '2026-03-31' },
      ['org 2026-03-01', 'org 2026-04-01'],
    ],
    ['one that begins after the horizon does not count', { from: '2026-04-02' }, []],
    ['one that has ended does not count', { to: '2026-03-29' }, []],
  ])('%s', (_, dates, names) => {
    const found = potentialsOf(someFacts({ moment, use, pools: [pool(dates)] }));

    expect(found.map(({ name }) => name)).toEqual(names);
  });
});

describe('members by day', () => {
  const web = pool({ name: 'web', team: 'web' });
  const moved = (from: string, team?: string) => [
    { from: '2026-02-01', team: 'web' },
    { from, ...(team !== undefined && { team }) },
  ];

  test('use belongs to the team of its day', () => {
    const used = [...Array.from({ length: 7 }, () => 1), 5, 5];
    const gone = person('ann', { used, teams: moved('2026-03-09', 'ops') });

    const [left, joined] = potentialsOf(
      someFacts({ accounts: [gone], sent: limits, pools: [web, pool({ name: 'ops', team: 'ops' })] }),
    );

    expect(left).toMatchObject({ usedCredits: 12, credits: 12 });
    expect(joined).toMatchObject({ usedCredits: 5, credits: 5 + 40 - 17 });
  });

  test('an account that has left a team since the known data ends may have used its limit in it', () => {
    const gone = person('ann', { teams: moved('2026-03-11') });

    expect(potentialsOf(someFacts({ accounts: [gone], sent: limits, pools: [web] }))[0]?.credits).toBe(40);
  });

  test('a limit that was sent after the account had left the team counts for nothing in it', () => {
    const all = new Map([['ann@a', [...limitOf(40), sent(90, at('2026-03-12', 8), 'unknown')]]]);
    const gone = person('ann', { teams: moved('2026-03-12', 'ops') });
    const facts = someFacts({ moment: { nowMs: at('2026-03-13') }, accounts: [gone], sent: all, pools: [web] });

    expect(potentialsOf(facts)[0]?.credits).toBe(40);
  });

  test('a limit counts in a team no more that was sent, or had ended, just when the account came or went', () => {
    const turnMs = at('2026-03-12');
    const untilTurn = { ...sent(40, at('2026-03-11', 8)), answeredMs: turnMs - 1_800_000 };
    const all = new Map([['ann@a', [...limitOf(90), untilTurn]]]);
    const atTurn = new Map([['ann@a', [...limitOf(40), sent(90, turnMs, 'unknown')]]]);
    const potentialOf = (teams: ReturnType<typeof moved>, known: typeof all) =>
      potentialsOf(
        someFacts({
          moment: { nowMs: at('2026-03-13') },
          accounts: [person('ann', { teams })],
          sent: known,
          pools: [web],
        }),
      )[0]?.credits;

    expect(potentialOf(moved('2026-03-12', 'ops'), atTurn)).toBe(40);
    expect(
      potentialOf(
        [
          { from: '2026-02-01', team: 'ops' },
          { from: '2026-03-12', team: 'web' },
        ],
        all,
      ),
    ).toBe(40);
  });

  test('the accounts of a pool are those who are in its team, or were', () => {
    const all = [
      person('ann', { teams: moved('2026-03-02') }),
      person('ben'),
      person('cem', { teams: moved('2026-03-02', 'ops') }),
      person('dot', { teams: [{ from: '2026-01-01', team: 'ops' }] }),
    ];
    const [potential] = surveyOf(someFacts({ accounts: all, pools: [web] })).potentials;

    expect(potential?.accounts.map(({ userId }) => userId)).toEqual(['ann', 'cem']);
  });

  test('one that was in no team, or in another, draws nothing', () => {
    const others = [person('ann'), person('ben', { teams: [{ from: '2026-01-01', team: 'ops' }] })];

    expect(potentialsOf(someFacts({ accounts: others, sent: limits, pools: [web] }))[0]?.credits).toBe(0);
  });

  test('the first team counts for all days before it', () => {
    const late = person('ann', { used: usedAtLast(10), teams: [{ from: '2026-04-01', team: 'web' }] });

    expect(potentialsOf(someFacts({ accounts: [late], sent: limits, pools: [web] }))[0]?.usedCredits).toBe(10);
  });

  test('a limit that was over before the account came to the team counts for nothing in it', () => {
    const all = new Map([['ann@a', [...limitOf(90), sent(40, at('2026-03-10', 8))]]]);
    const came = person('ann', {
      teams: [
        { from: '2026-02-01', team: 'ops' },
        { from: '2026-03-11', team: 'web' },
      ],
    });

    expect(potentialsOf(someFacts({ accounts: [came], sent: all, pools: [web] }))[0]?.credits).toBe(40);
  });
});
