import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { planCaps } from '../../../shared/caps/cap-plan.ts';
import { partOf, recordsAfter, rowsFor } from '../../../shared/enforcement/plan-parts.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { factsOf } from '../../../shared/permits/facts-of.ts';
import { permit } from '../../../shared/promise/permit.ts';
import { surveyOf } from '../../../shared/promise/potential.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const names = ['ann', 'bob', 'cem', 'dot', 'eli'];
const users = names.map((userId) => ({ userId, email: `${userId}@acme.example` }));
const now = '2026-03-15T02:00:00.000Z';
const earlier = { at: '2026-03-01T02:30:00.000Z', runId: 'earlier' };

interface Person {
  readonly used: number;
  readonly left: number;
  /** What an earlier limit allowed beyond the one in force, since the figures end. */
  readonly before: number;
  /** What a limit without an answer allows beyond it. */
  readonly unknown: number;
  readonly own: number | undefined;
  readonly isNew: boolean;
}

const aPerson: fc.Arbitrary<Person> = fc.record({
  used: fc.integer({ min: 0, max: 500 }),
  left: fc.integer({ min: 0, max: 500 }),
  before: fc.constantFrom(0, 0, 200),
  unknown: fc.constantFrom(0, 0, 150),
  own: fc.constantFrom(undefined, 0, 300, 2_000),
  isNew: fc.constantFrom(false, false, false, false, true),
});

function recordOf(userId: string, { used, left, before, unknown }: Person): LimitRecord {
  const limitCredits = used + left;
  const replaced = { limitCredits: limitCredits + before, from: '2026-03-10T02:30:00.000Z', until: now };
  const unsettled = [{ limitCredits: limitCredits + unknown, at: now, runId: 'earlier' }];
  return {
    ...aConfirmedLimit(userId, limitCredits),
    ...(before > 0 && { replaced: [replaced] }),
    ...(unknown > 0 && { unsettled }),
  };
}

/** Limits that are in force whatever the budgets are now: people, an organization and a team in it. */
const anInput = inputWithin({ min: 0, max: 5_000 }, aPerson);

function inputWithin(amounts: { readonly min: number; readonly max: number }, person: typeof aPerson) {
  const drawn = fc.record({
    people: fc.array(person, { minLength: names.length, maxLength: names.length }),
    org: fc.integer(amounts),
    team: fc.integer(amounts),
    inFlightCredits: fc.constantFrom(0, 25),
  });
  return drawn.map(({ people, org, team, inFlightCredits }): CapPlanInput => {
    const of = (index: number): Person | undefined => people[index];
    const own = names.flatMap((name, index) => {
      const amount = of(index)?.own;
      return amount === undefined
        ? []
        : [aBudget({ scope: { kind: 'user', email: `${name}@acme.example` }, amount: credits(amount) })];
    });
    const input = aPlanInput({
      users,
      usage: someUsage(Object.fromEntries(names.map((name, index) => [name, of(index)?.used ?? 0]))),
      limits: names.flatMap((name, index) => {
        const person = of(index);
        return person === undefined || person.isNew ? [] : [recordOf(name, person)];
      }),
      teamOf: new Map([
        ['ann', 'web'],
        ['bob', 'web'],
      ]),
      budgets: [
        aBudget({ scope: { kind: 'org' }, amount: credits(org) }),
        aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(team) }),
        ...own,
      ],
    });
    return { ...input, pools: { ...input.pools, assumptions: { ...input.pools.assumptions, inFlightCredits } } };
  });
}

const someNames = fc.subarray(names).map((chosen) => new Set(chosen));

const highestOf = ({ confirmed, unsettled }: LimitRecord): number =>
  Math.max(confirmed?.limitCredits ?? 0, ...unsettled.map(({ limitCredits }) => limitCredits));

test('whatever rows are done, no pool is taken past its room by what is sent beside a hold', () => {
  fc.assert(
    fc.property(anInput, someNames, (planInputs, named) => {
      const plan = planCaps(planInputs);
      const { protection, raises } = partOf({ plan, planInputs }, named);
      const sent = [...protection, ...raises];

      expect(permit(surveyOf(factsOf(planInputs)), sent).map(({ change }) => change)).toEqual(
        expect.arrayContaining(sent),
      );
    }),
  );
});

test('once it is done and data shows it, every strict pool is covered whose promise could still be kept', () => {
  fc.assert(
    fc.property(anInput, someNames, (planInputs, named) => {
      const plan = planCaps(planInputs);
      const { protection, raises } = partOf({ plan, planInputs }, named);

      const after = recordsAfter(planInputs.limits, [...protection, ...raises], earlier);
      const first = protection.filter(({ userId }) => !planInputs.limits.some((record) => record.userId === userId));
      const limits = [
        // What is shown by data bounds nothing any more.
        ...after.map(({ replaced: _replaced, ...record }) => record),
        ...first.map(({ userId, limitCredits }) => aConfirmedLimit(userId, limitCredits)),
      ];

      const { pools } = planCaps({ ...planInputs, limits }).shares;
      for (const pool of pools.filter(({ roomCredits }) => roomCredits >= 0)) {
        expect(pool).toMatchObject({ unboundedIds: [] });
        expect(pool.exposureCredits).toBeLessThanOrEqual(pool.amountCredits);
      }
    }),
  );
});

test('a raise does not count on a limit that would fall with it and is not sent', () => {
  const person = { used: 0, before: 0, unknown: 0, own: undefined, isNew: false };
  const own = aBudget({ scope: { kind: 'user', email: 'cem@acme.example' }, amount: credits(10) });
  const planInputs = aPlanInput({
    users: users.slice(0, 3),
    limits: [
      recordOf('ann', { ...person, left: 100, unknown: 800 }),
      recordOf('bob', { ...person, left: 100, before: 1_000 }),
      recordOf('cem', { ...person, left: 600 }),
    ],
    budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(2_000) }), own],
  });

  const { raises } = partOf({ plan: planCaps(planInputs), planInputs }, new Set(['ann', 'bob']));

  // Ann’s limit without an answer stays, and so does Cem’s: what is left of the pool is for Bob.
  expect(raises).toMatchObject([{ userId: 'bob', limitCredits: 2_000 - 900 - 600 }]);
  const after = new Map(recordsAfter(planInputs.limits, raises, earlier).map((each) => [each.userId, highestOf(each)]));
  expect([...after.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2_000);
});

test('nobody gets more than the plan would give, and nobody moves who is neither named nor in a pool at risk', () => {
  fc.assert(
    fc.property(anInput, someNames, (planInputs, named) => {
      const plan = planCaps(planInputs);
      const { protection, raises } = partOf({ plan, planInputs }, named);
      const records = new Map(planInputs.limits.map((record) => [record.userId, record]));
      const planned = new Map(plan.decisions.map((decision) => [decision.userId, decision.limitCredits]));

      for (const { userId, limitCredits } of raises) {
        const record = records.get(userId);
        expect(named.has(userId)).toBe(true);
        expect(limitCredits).toBeLessThanOrEqual(planned.get(userId) ?? 0);
        expect(limitCredits).toBeGreaterThanOrEqual(record === undefined ? Infinity : highestOf(record));
      }
      for (const { userId, limitCredits } of protection) {
        const record = records.get(userId);
        expect(limitCredits).toBeLessThan(record === undefined ? Infinity : highestOf(record));
      }
      const moved = [...protection, ...raises].map(({ userId }) => userId);
      expect(new Set(moved).size).toBe(moved.length);
    }),
  );
});

const settled = aPerson.map((person) => ({ ...person, isNew: false }));

test('where limits in force keep every promise, nothing is taken', () => {
  fc.assert(
    fc.property(inputWithin({ min: 2_500, max: 9_000 }, settled), (planInputs) => {
      const plan = planCaps(planInputs);
      fc.pre(plan.shares.pools.every(({ isCovered }) => isCovered));

      expect(partOf({ plan, planInputs }, new Set()).protection).toEqual([]);
    }),
  );
});

const org = aBudget({ scope: { kind: 'org' }, amount: credits(1_000) });
const limits = names.map((name) => aConfirmedLimit(name, 200));
const inputFor = (said: Partial<CapPlanInput>) => aPlanInput({ users, limits, budgets: [org], ...said });
const input = inputFor({});

function partFor(said: Partial<CapPlanInput>, ...named: readonly string[]) {
  const planInputs = inputFor(said);
  return partOf({ plan: planCaps(planInputs), planInputs }, new Set(named));
}

test('a lowered strict pool takes from its members until their limits fit', () => {
  const { protection, raises } = partFor({ budgets: [{ ...org, amount: credits(800) }] });

  expect(protection.reduce((sum, { limitCredits }) => sum + limitCredits, 0)).toBe(800);
  expect(protection[0]).toMatchObject({ reason: 'lowered', fromCredits: 200, binding: { scope: { kind: 'org' } } });
  expect(raises).toEqual([]);
});

test('a pool with a factor promises nothing, and takes nothing past a guard', () => {
  const guarantee = { kind: 'overcommit', factor: 1.2 } as const;

  expect(partFor({ budgets: [{ ...org, amount: credits(500), guarantee }] }).protection).toEqual([]);
});

test('a lower budget of somebody’s own is no promise of a pool, and waits', () => {
  const own = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(10) });

  expect(partFor({ budgets: [org, own] })).toEqual({ protection: [], raises: [] });
});

test('a named user gets what is free while the others stay, and the reserve with it', () => {
  const { raises } = partFor({ budgets: [{ ...org, amount: credits(1_100) }] }, 'ann');

  expect(raises).toMatchObject([{ userId: 'ann', limitCredits: 220 }]);
});

test('a newcomer without a limit gets one, as far as credits are free', () => {
  const { protection } = partFor({ limits: limits.slice(1), budgets: [{ ...org, amount: credits(900) }] });

  expect(protection).toMatchObject([{ userId: 'ann', reason: 'no-limit-yet', limitCredits: 100 }]);
});

const isWithoutAnswer = (userId: string, limitCredits: number): LimitRecord => ({
  ...aConfirmedLimit(userId, 200),
  unsettled: [{ limitCredits, at: now, runId: 'earlier' }],
});

test('what a pool at risk takes is bound by that pool, and says what it replaces', () => {
  const usage = someUsage(Object.fromEntries(names.map((name) => [name, 150])));

  const { protection } = partFor({ usage, budgets: [{ ...org, amount: credits(800) }] });

  expect(protection.map(({ email, limitCredits }) => [email, limitCredits])).toEqual(
    users.map(({ email }) => [email, 160]),
  );
  expect(protection[0]?.binding).toMatchObject({ window: 'month', usedCredits: 150, headroomCredits: 10 });
  expect(protection[0]?.binding?.pools).toBeDefined();
});

test('a limit without an answer is lowered with that reason, and from the confirmed one', () => {
  const unsure = isWithoutAnswer('ann', 300);
  const { protection } = partFor({ limits: [unsure, ...limits.slice(1)] });

  expect(protection.find(({ userId }) => userId === 'ann')).toMatchObject({
    reason: 'outcome-unknown',
    fromCredits: 200,
  });
});

test('of two pools at risk the one with less room is named', () => {
  const teamOf = new Map([
    ['ann', 'web'],
    ['bob', 'web'],
  ]);
  const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(100) });
  const { protection } = partFor({ teamOf, budgets: [{ ...org, amount: credits(500) }, team] });
  const wide = partFor({ teamOf, budgets: [{ ...org, amount: credits(90) }, team] });

  const scopeOf = (part: typeof protection, user: string) =>
    part.find(({ userId }) => userId === user)?.binding?.scope.kind;
  expect(['ann', 'cem'].map((user) => scopeOf(protection, user))).toEqual(['team', 'org']);
  expect(['ann', 'cem'].map((user) => scopeOf(wide.protection, user))).toEqual(['org', 'org']);
});

test('a pool whose known use is its amount still takes what limits allow beyond it, and one past it takes nothing', () => {
  const usage = someUsage({ ann: 200, bob: 200 });
  const takenAt = (amount: number) =>
    partFor({ usage, budgets: [{ ...org, amount: credits(amount) }] }).protection.map(({ userId, limitCredits }) => [
      userId,
      limitCredits,
    ]);

  expect(takenAt(400)).toEqual([
    ['cem', 0],
    ['dot', 0],
    ['eli', 0],
  ]);
  expect(takenAt(399)).toEqual([]);
});

test('no limit rises to protect a pool, whatever a turn may consume past it', () => {
  const inFlight = { ...input.pools, assumptions: { ...input.pools.assumptions, inFlightCredits: 25 } };
  const own = limits.map((record, index) => aConfirmedLimit(record.userId, index === 0 ? 10 : 400));

  const { protection } = partFor({ limits: own, pools: inFlight, budgets: [{ ...org, amount: credits(1_000) }] });

  // Ann keeps her 10 and 25 in flight; what is left is for four, of whom each may consume 25 past the limit.
  expect(protection.map(({ userId }) => userId)).toEqual(['bob', 'cem', 'dot', 'eli']);
  expect(protection.reduce((sum, { limitCredits }) => sum + limitCredits + 25, 0)).toBe(1_000 - 35);
});

test('a member without a limit takes nothing from the limits of the others', () => {
  const budgets = [{ ...org, amount: credits(600) }];

  const { protection } = partFor({ limits: limits.slice(1), budgets });

  const lowered = protection.filter(({ userId }) => userId !== 'ann');
  expect(lowered.map(({ limitCredits }) => limitCredits)).toEqual([150, 150, 150, 150]);
});

test('of a named user a limit without an answer is sent again, and a known one only when it rises', () => {
  const budgets = [{ ...org, amount: credits(1_000) }];

  const again = partFor({ limits: [isWithoutAnswer('ann', 200), ...limits.slice(1)], budgets }, 'ann', 'bob');

  expect(again).toMatchObject({ protection: [], raises: [{ userId: 'ann', limitCredits: 200 }] });
});

test('nobody is raised who is not named, and a named user who has no limit is not raised but limited first', () => {
  const budgets = [{ ...org, amount: credits(1_100) }];

  expect(partFor({ budgets }).raises).toEqual([]);
  const part = partFor({ limits: limits.slice(1), budgets }, 'ann');
  expect(part.raises).toEqual([]);
  expect(part.protection.map(({ userId }) => userId)).toEqual(['ann']);
});

test('a named user gets no more than the plan would give, even where more is free while the others stay', () => {
  const own = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(230) });

  const { raises } = partFor({ budgets: [{ ...org, amount: credits(5_000) }, own] }, 'ann');

  expect(raises).toMatchObject([{ userId: 'ann', limitCredits: 230 }]);
});

test('the reserve is for who is named', () => {
  const pools = { ...input.pools, reserveShare: 0.5 };

  const { raises } = partFor({ pools, budgets: [{ ...org, amount: credits(2_000) }] }, 'ann');

  const [ann] = raises;
  const planned = planCaps({ ...input, pools, budgets: [{ ...org, amount: credits(2_000) }] });
  expect(ann?.limitCredits).toBe(planned.decisions.find(({ userId }) => userId === 'ann')?.limitCredits);
});

test('the rows of chosen users are theirs alone: what falls, what is the first, and what rises as far as it is free', () => {
  const uneven = limits
    .slice(1)
    .map((record) => aConfirmedLimit(record.userId, { bob: 600, dot: 100 }[record.userId] ?? 200));
  const planInputs = inputFor({ limits: uneven, budgets: [{ ...org, amount: credits(1_400) }] });
  const parted = { plan: planCaps(planInputs), planInputs };
  const rows = (...ids: readonly string[]) =>
    rowsFor(parted, new Set(ids)).map(({ userId, fromCredits, limitCredits }) => [userId, fromCredits, limitCredits]);

  expect(rows()).toEqual([]);
  expect(rows('bob')).toEqual([['bob', 600, 280]]);
  expect(rows('ann')).toEqual([['ann', undefined, 200]]);
  expect(rows('dot')).toEqual([['dot', 100, 200]]);
});

test('once changes are confirmed, the records have them, with what they were made of, and no others change', () => {
  const [ann, bob] = [isWithoutAnswer('ann', 300), aConfirmedLimit('bob', 200)];
  const change = { kind: 'set', userId: 'ann', email: ann.email, fromCredits: 200, reason: 'lowered' } as const;
  const binding = { scope: { kind: 'org' }, window: 'month', usedCredits: 40, headroomCredits: 60 } as const;

  const recordsOf = (rest: object) => recordsAfter([ann, bob], [{ ...change, limitCredits: 100, ...rest }], earlier);

  expect(recordsOf({ binding: { ...binding, pools: 'org month 1000' } })).toStrictEqual([
    { ...ann, unsettled: [], confirmed: { limitCredits: 100, ...earlier, usedCredits: 40, pools: 'org month 1000' } },
    bob,
  ]);
  expect(recordsOf({})).toEqual([{ ...ann, unsettled: [], confirmed: { limitCredits: 100, ...earlier } }, bob]);
});

test('where there is no pool nothing is protected, and a named user without a limit is not raised', () => {
  const byDefault = aBudget({ scope: { kind: 'default' }, amount: credits(200) });

  expect(partFor({ budgets: [] }, 'ann')).toEqual({ protection: [], raises: [] });
  expect(partFor({ budgets: [byDefault], limits: limits.slice(1) }, 'ann')).toEqual({ protection: [], raises: [] });
});

test('a pool with a factor gives a newcomer no first limit past a guard', () => {
  const guarantee = { kind: 'overcommit', factor: 1.2 } as const;

  expect(partFor({ limits: limits.slice(1), budgets: [{ ...org, guarantee }] }).protection).toEqual([]);
});

test('a pool whose limits just keep its promise is not what binds its members, though it has less room', () => {
  const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(200) });
  const budgets = [{ ...org, amount: credits(500) }, team];

  const { protection } = partFor({ teamOf: new Map([['ann', 'web']]), budgets });

  expect(protection.map(({ kind, binding }) => [kind, binding?.scope.kind])).toEqual(names.map(() => ['set', 'org']));
});

test('the members of a team that is past its amount are not stopped for it when another pool is at risk', () => {
  const team = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(100) });
  const teamOf = new Map([
    ['ann', 'web'],
    ['bob', 'web'],
  ]);
  const usage = someUsage({ ann: 150 });

  const { protection } = partFor({ usage, teamOf, budgets: [{ ...org, amount: credits(800) }, team] });

  expect(protection.find(({ userId }) => userId === 'bob')?.limitCredits).toBeGreaterThan(100);
});

test('who has little left keeps it, and takes nothing more from the others', () => {
  const usage = someUsage(Object.fromEntries(names.map((name) => [name, 150])));
  const own = limits.map((record, index) => (index === 0 ? aConfirmedLimit('ann', 160) : record));

  const { protection } = partFor({ usage, limits: own, budgets: [{ ...org, amount: credits(900) }] });

  expect(protection.map(({ userId, limitCredits }) => [userId, limitCredits])).toEqual(
    names.slice(1).map((name) => [name, 150 + (900 - 750 - 10) / 4]),
  );
});

test('a chosen user whose limit falls for a pool at risk has one row', () => {
  const planInputs = inputFor({ budgets: [{ ...org, amount: credits(800) }] });

  const rows = rowsFor({ plan: planCaps(planInputs), planInputs }, new Set(['bob']));

  expect(rows.map(({ userId, limitCredits }) => [userId, limitCredits])).toEqual([['bob', 160]]);
});
