import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Change, type Facts, addressOf } from '../../../shared/promise/facts.ts';
import { permit } from '../../../shared/promise/permit.ts';
import { surveyOf } from '../../../shared/promise/potential.ts';
import { at, person, pool, renamed, sent, someFacts } from './some-facts.ts';

const limitOf = (credits: number) => [sent(credits, at('2026-03-02'))];
const people = ['ann', 'ben', 'cem'].map((name) => person(name));
const limits = new Map([
  ['ann@a', limitOf(40)],
  ['ben@a', limitOf(40)],
  ['cem@a', limitOf(0)],
]);
const facts = someFacts({ accounts: people, sent: limits });

function to(name: string, limitCredits: number): Change {
  return { email: `${name}@a`, limitCredits };
}

function permitted(known: Facts, ...changes: readonly Change[]): readonly Change[] {
  return permit(surveyOf(known), changes).map(({ change }) => change);
}

describe('permit', () => {
  test('gives what a pool bears, one after the other', () => {
    expect(permitted(facts, to('cem', 15), to('ann', 46), to('ben', 45))).toEqual([to('cem', 15), to('ben', 45)]);
  });

  test('takes before it gives, and gives nothing of what it takes', () => {
    const changes = [to('cem', 30), to('cem', 20), to('ann', 10)];

    expect(permitted(facts, ...changes)).toEqual([to('ann', 10), to('cem', 20)]);
  });

  test('takes all there is: a limit of 0 is one', () => {
    expect(permitted(facts, to('ann', 0))).toEqual([to('ann', 0)]);
  });

  test('counts the limits of one account together: any of them may stay, and one more adds what it allows beyond them', () => {
    expect(permitted(facts, to('ann', 55), to('ann', 60), to('ann', 61))).toEqual([to('ann', 55), to('ann', 60)]);
    expect(permitted(facts, to('ann', 30), to('ann', 60), to('ben', 41))).toEqual([to('ann', 30), to('ann', 60)]);
  });

  test('takes whatever the pool is, and gives nothing of one whose potential is above its amount', () => {
    const above = { ...facts, pools: [pool({ credits: 70 })] };

    expect(permitted(above, to('cem', 1), to('ann', 39), to('ben', 40))).toEqual([to('ann', 39), to('ben', 40)]);
  });

  test('refuses a raise into a pool that is above its amount also where the raise adds nothing to it', () => {
    const used = Array.from({ length: 9 }, () => 10);
    const accounts = [person('ann', { used })];
    const known = someFacts({ accounts, sent: limits, pools: [pool({ credits: 80 })] });

    expect(permitted(known, to('ann', 41))).toEqual([]);
    expect(permitted({ ...known, pools: [pool({ credits: 90 })] }, to('ann', 90))).toEqual([to('ann', 90)]);
  });

  test('gives a first limit to an account without one, and counts it', () => {
    const accounts = [...people, person('new')];

    expect(permitted({ ...facts, accounts }, to('new', 20), to('cem', 1))).toEqual([to('new', 20)]);
    expect(permitted({ ...facts, accounts }, to('new', 19), to('cem', 1))).toEqual([to('new', 19), to('cem', 1)]);
  });

  test('lifts no limit in a strict pool, and leaves an account without a limit as it is', () => {
    const accounts = [...people, person('new')];

    expect(permitted({ ...facts, accounts }, to('ann', 1_000_000))).toEqual([]);
    expect(permitted({ ...facts, accounts }, to('new', 1_000_000), to('cem', 20))).toEqual([
      to('new', 1_000_000),
      to('cem', 20),
    ]);
    expect(permitted({ ...facts, pools: [] }, to('ann', 1_000_000))).toEqual([to('ann', 1_000_000)]);
  });

  test('looks at every pool of the account, and at none of others', () => {
    const teams = [{ from: '2026-01-01', team: 'web' }];
    const pools = [pool(), pool({ name: 'web', team: 'web', credits: 45 })];
    const accounts = [person('ann', { teams }), person('ben'), person('cem', { teams })];
    const known = someFacts({ accounts, sent: limits, pools });

    expect(permitted(known, to('cem', 6), to('ben', 50), to('ann', 45))).toEqual([to('ben', 50), to('ann', 45)]);
  });

  test('counts a limit for every account at its address', () => {
    const accounts = [...people, person('twin', { held: people[0]?.held ?? [] })];

    expect(permitted({ ...facts, accounts, pools: [pool({ credits: 129 })] }, to('ann', 45))).toEqual([]);
    expect(permitted({ ...facts, accounts, pools: [pool({ credits: 130 })] }, to('ann', 45))).toEqual([to('ann', 45)]);
  });

  test('judges what gives to one of two accounts at an address, also where the other has no limit', () => {
    const held = { ...person('ann').held[0], address: 'ann@a', fromMs: at('2026-03-03'), sureFromMs: at('2026-03-04') };
    const accounts = [...people, person('new', { held: [{ ...held, sureUntilMs: Infinity, untilMs: Infinity }] })];

    expect(permitted({ ...facts, accounts }, to('ann', 70))).toEqual([]);
    expect(permitted({ ...facts, accounts, pools: [pool({ credits: 180 })] }, to('ann', 70))).toHaveLength(1);
  });

  test('a team whose potential is above its amount takes nothing from those who were never in it', () => {
    const teams = [{ from: '2026-01-01', team: 'web' }];
    const pools = [pool(), pool({ name: 'web', team: 'web', credits: 30 })];
    const accounts = [person('ann', { teams }), person('ben'), person('cem')];

    expect(permitted(someFacts({ accounts, sent: limits, pools }), to('ben', 50))).toEqual([to('ben', 50)]);
  });

  test('counts no limit for an account whose address another has now', () => {
    const held = (people[0]?.held ?? []).map((one) => ({ ...one, untilMs: at('2026-03-10', 2) }));
    const accounts = [...people.slice(1), person('heir', { held: people[0]?.held ?? [] }), person('ann', { held })];

    expect(permitted({ ...facts, accounts, pools: [pool({ credits: 125 })] }, to('ann', 45))).toHaveLength(1);
    expect(permitted({ ...facts, accounts, pools: [pool({ credits: 124 })] }, to('ann', 45))).toEqual([]);
  });

  describe('somebody with a limit of 20 who comes to an address where one of 50 waits', () => {
    const ann = renamed('ann', 'old@a', { unseenMs: at('2026-03-08', 2), seenMs: at('2026-03-09', 2) });
    const accounts = [ann, person('ben')];
    const known = new Map([
      ['ann@a', limitOf(20)],
      ['old@a', limitOf(50)],
      ['ben@a', limitOf(40)],
    ]);
    const put = (limitCredits: number): Change => ({ email: 'old@a', limitCredits });

    test('may have either, and is given no more than the lower one of a pool that limits let go past its amount', () => {
      const above = someFacts({ accounts, sent: known, pools: [pool({ credits: 89 })] });

      expect(permitted(above, put(21))).toEqual([]);
      expect(permitted(above, put(50))).toEqual([]);
      expect(permitted(above, put(20))).toEqual([put(20)]);
    });

    test('gets what lies between them where the pool bears the higher one', () => {
      const within = someFacts({ accounts, sent: known, pools: [pool({ credits: 90 })] });

      expect(permitted(within, put(21))).toEqual([put(21)]);
      expect(permitted(within, put(50))).toEqual([put(50)]);
      expect(permitted(within, put(51))).toEqual([]);
    });

    test('comes after what takes', () => {
      const within = someFacts({ accounts, sent: known, pools: [pool({ credits: 90 })] });
      const less = { email: 'ben@a', limitCredits: 1 };

      expect(permitted(within, put(21), less)).toEqual([less, put(21)]);
    });
  });

  test('sends again a limit of unknown outcome as what gives, where it is higher than the one before', () => {
    const unknown = [...limitOf(20), sent(50, at('2026-03-09'), 'unknown')];
    const known = (credits: number): Facts =>
      someFacts({ accounts: [person('ann')], sent: new Map([['ann@a', unknown]]), pools: [pool({ credits })] });

    expect(permitted(known(49), to('ann', 50))).toEqual([]);
    expect(permitted(known(50), to('ann', 50))).toEqual([to('ann', 50)]);
  });

  test('bounds whoever may have no limit, also where another one may be in force and the pool is above its amount', () => {
    const unheldUntilMs = at('2026-03-09');
    const known = someFacts({
      accounts: [person('ann', { unheldUntilMs }), person('ben')],
      sent: limits,
      pools: [pool({ credits: 10 })],
    });

    expect(permitted(known, to('ann', 41), to('ben', 41))).toEqual([to('ann', 41)]);
  });

  test.each([
    ['to an address of nobody', to('zoe', 1)],
    ['under 0', to('ann', -1)],
    ['that is no whole number', to('ann', 0.5)],
    ['that is no number', to('ann', Number.NaN)],
    ['without end', to('ann', Infinity)],
  ])('sends nothing %s', (_, change) => {
    expect(permitted(facts, change)).toEqual([]);
  });

  test('finds an address whatever its letters', () => {
    expect(permitted(facts, { email: ' ANN@A ', limitCredits: 1 })).toHaveLength(1);
  });
});

const someChange = fc.record({
  email: fc.constantFrom('ann@a', 'ben@a', 'cem@a', 'new@a'),
  limitCredits: fc.nat({ max: 60 }),
});
const someWorld = fc.record({
  limits: fc.array(fc.record({ credits: fc.nat({ max: 60 }), outcome: fc.constantFrom('confirmed', 'unknown') }), {
    minLength: 3,
    maxLength: 3,
  }),
  amount: fc.nat({ max: 150 }),
  nowMs: fc.constantFrom(at('2026-03-10', 12), at('2026-03-30', 3)),
  window: fc.constantFrom('month' as const, 'week' as const, 'day' as const, 'quarter' as const),
  changes: fc.array(someChange, { maxLength: 6 }),
  became: fc.array(fc.constantFrom('confirmed' as const, 'unknown' as const, 'refused' as const), {
    minLength: 6,
    maxLength: 6,
  }),
});

test('after every prefix, with each PUT applied, lost or refused, no potential is above its amount and what it was', () => {
  fc.assert(
    fc.property(someWorld, ({ limits: drawn, amount, nowMs, window, changes, became }) => {
      const accounts = [...people, person('new')];
      const known = new Map(
        drawn.map(({ credits, outcome }, index) => [
          `${['ann', 'ben', 'cem'][index]}@a`,
          [sent(10, at('2026-02-01')), sent(credits, at('2026-03-02'), outcome as 'confirmed' | 'unknown')],
        ]),
      );
      const world = someFacts({
        moment: { nowMs },
        use: { through: nowMs > at('2026-03-20') ? '2026-03-29' : '2026-03-09' },
        accounts,
        sent: known,
        pools: [pool({ credits: amount, window })],
      });
      const survey = surveyOf(world);
      const first = survey.potentials.map(({ credits }) => credits);
      let now = world;

      for (const [index, { change }] of permit(survey, changes).entries()) {
        const key = addressOf(change.email);
        const one = sent(change.limitCredits, nowMs + index, became[index]);
        now = { ...now, sent: new Map(now.sent).set(key, [...(now.sent.get(key) ?? []), one]) };
        surveyOf(now).potentials.forEach(({ credits }, place) => {
          // An account without a limit could use credits without end before.
          const before = key === 'new@a' ? Infinity : (first[place] ?? 0);
          first[place] = before;
          expect(credits).toBeLessThanOrEqual(Math.max(amount, before));
        });
      }
    }),
  );
});
