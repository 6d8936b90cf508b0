import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Facts } from '../../../shared/promise/facts.ts';
import { owed } from '../../../shared/promise/owed.ts';
import { surveyOf } from '../../../shared/promise/potential.ts';
import { at, person, pool, renamed, sent, someFacts } from './some-facts.ts';

const limitOf = (credits: number) => [sent(credits, at('2026-03-02'))];
const used = (credits: number) => [...Array.from({ length: 8 }, () => 0), credits];

function known(
  amount: number,
  people: Readonly<Record<string, readonly [limit: number, used: number]>>,
  rest: Partial<Facts> = {},
) {
  return someFacts({
    accounts: Object.entries(people).map(([name, [, credits]]) => person(name, { used: used(credits) })),
    sent: new Map(Object.entries(people).map(([name, [limit]]) => [`${name}@a`, limitOf(limit)])),
    pools: [pool({ credits: amount })],
    ...rest,
  });
}

function owedOf(facts: Facts, beside: Parameters<typeof owed>[1] = []) {
  return Object.fromEntries(owed(surveyOf(facts), beside).map(({ email, limitCredits }) => [email, limitCredits]));
}

describe('owed', () => {
  test('is nothing where a pool holds what its limits allow', () => {
    expect(owedOf(known(100, { ann: [60, 10], ben: [40, 0] }))).toEqual({});
  });

  test('cuts those who may use the most to one level', () => {
    expect(owedOf(known(100, { ann: [90, 10], ben: [60, 0], cem: [20, 0] }))).toEqual({ 'ann@a': 45, 'ben@a': 35 });
  });

  test('is nothing where use is past the amount, for nothing helps, and stops everybody where it just reaches it', () => {
    expect(owedOf(known(49, { ann: [90, 50], ben: [60, 0] }))).toEqual({});
    expect(owedOf(known(50, { ann: [90, 50], ben: [60, 0] }))).toEqual({ 'ann@a': 50, 'ben@a': 0 });
  });

  test('lets what was replaced show in the figures: a limit that has ended is not cut again', () => {
    const facts = known(100, { ann: [0, 0] });
    const all = new Map([['ann@a', [...limitOf(150), sent(100, at('2026-03-10', 8))]]]);

    expect(owedOf({ ...facts, sent: all })).toEqual({});
  });

  test('counts what is sent beside it', () => {
    const facts = known(100, { ann: [80, 0], ben: [60, 0] });

    expect(owedOf(facts, [{ email: ' Ann@a', limitCredits: 40 }])).toEqual({});
    expect(owedOf(facts, [{ email: 'ann@a', limitCredits: 50 }])).toEqual({ 'ben@a': 50 });
  });

  test('sends nothing where no limit may be sent, and takes it from the others', () => {
    const facts = known(100, { ann: [80, 0], ben: [60, 0] });
    const [ann, ben] = facts.accounts;
    const { sendTo: _none, ...fixed } = ann ?? person('ann');

    expect(owedOf({ ...facts, accounts: [fixed, ben ?? person('ben')] })).toEqual({ 'ben@a': 20 });
  });

  test('gives an account without a limit a first one of what the others leave', () => {
    const facts = known(100, { ann: [70, 0] });

    expect(owedOf({ ...facts, accounts: [...facts.accounts, person('new'), person('two')] })).toEqual({
      'new@a': 15,
      'two@a': 15,
    });
  });

  test('gives it nothing where the others already have too much', () => {
    const facts = known(100, { ann: [170, 0] });

    expect(owedOf({ ...facts, accounts: [...facts.accounts, person('new')] })).toEqual({ 'ann@a': 100, 'new@a': 0 });
  });

  test('leaves an account alone that nothing bounds and to which nothing may be sent', () => {
    const facts = known(100, { ann: [70, 0] });
    const { sendTo: _none, ...lost } = person('lost', { held: [] });

    expect(owedOf({ ...facts, accounts: [...facts.accounts, lost] })).toEqual({});
  });

  test('holds a week over the turn of the platform, if no figures came until then: what limits allow before it is taken as used', () => {
    const facts = known(60, { ann: [50, 10], ben: [5, 5] });
    const turning = {
      ...facts,
      moment: { nowMs: at('2026-03-30', 3), earlierMs: 0, laterMs: 0 },
      use: { ...facts.use, through: '2026-03-29' },
      pools: [pool({ credits: 60, window: 'week' as const })],
    };

    // 40 until the turn, whatever is sent now, and 15 + 5 after it.
    expect(owedOf(turning)).toEqual({ 'ann@a': 15 });
  });

  test('of a stretch that is over it changes nothing: what it allowed is taken from the rest', () => {
    const facts = known(60, { ann: [20, 0], ben: [30, 0] });
    const turned = {
      ...facts,
      moment: { nowMs: at('2026-04-01', 3), earlierMs: 0, laterMs: 0 },
      use: { ...facts.use, through: '2026-03-30' },
      pools: [pool({ credits: 60, window: 'week' as const })],
    };

    expect(owedOf(turned)).toEqual({ 'ann@a': 5, 'ben@a': 5 });
  });

  test('cuts nobody further in the next pool than what the first one has cut requires', () => {
    const facts = known(100, { ann: [90, 0], ben: [60, 0] });
    const accounts = facts.accounts.map((account) =>
      account.userId === 'ann' ? { ...account, teams: [{ from: '2026-01-01', team: 'web' }] } : account,
    );
    const pools = [pool({ name: 'web', team: 'web', credits: 40 }), pool({ credits: 100 })];

    expect(owedOf({ ...facts, accounts, pools })).toEqual({ 'ann@a': 40 });
  });

  test('gives nobody more than the least that they may have: where a limit waited at an address, the one from before counts too', () => {
    const unseenMs = at('2026-03-08', 2);
    const facts = known(100, { ben: [60, 0] });
    const came = renamed('ann', 'new@a', { unseenMs, seenMs: at('2026-03-09', 2) });
    const all = new Map([...facts.sent, ['ann@a', limitOf(5)], ['new@a', limitOf(90)]]);

    expect(owedOf({ ...facts, accounts: [came, ...facts.accounts], sent: all })).toEqual({ 'new@a': 5, 'ben@a': 50 });
  });

  test('goes on with the next pool where the first has cut', () => {
    const teams = [{ from: '2026-01-01', team: 'web' }];
    const facts = known(100, { ann: [90, 0], ben: [30, 0] });
    const accounts = facts.accounts.map((account) => ({ ...account, teams }));
    const pools = [pool({ name: 'web', team: 'web', credits: 70 }), pool({ credits: 65 })];

    expect(owedOf({ ...facts, accounts, pools })).toEqual({ 'ann@a': 35 });
  });
});

test('once what is owed is confirmed and shows in the figures, every pool holds what its limits allow', () => {
  const someLimits = fc.array(fc.tuple(fc.nat({ max: 80 }), fc.nat({ max: 20 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      someLimits,
      fc.nat({ max: 150 }),
      fc.constantFrom('month', 'week', 'quarter'),
      (limits, amount, window) => {
        const people = Object.fromEntries(limits.map((limit, index) => [`p${index}`, limit]));
        const facts = { ...known(amount, people), pools: [pool({ credits: amount, window })] };
        const changes = owed(surveyOf(facts));
        const after = new Map(facts.sent);
        for (const { email, limitCredits } of changes) {
          after.set(email, [sent(limitCredits, at('2026-03-03'))]);
        }

        for (const { credits, usedCredits } of surveyOf({ ...facts, sent: after }).potentials) {
          expect(usedCredits > amount || credits <= amount).toBe(true);
        }
      },
    ),
  );
});
