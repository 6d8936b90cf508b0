import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CapPlanInput } from '../../../../shared/domain/caps/cap-plan-input.ts';
import { planCaps } from '../../../../shared/domain/caps/cap-plan.ts';
import type { LimitRecord } from '../../../../shared/domain/limits/limit-record.ts';
import { watchExposure } from '../../../../shared/domain/pools/exposure-watch.ts';
import { partOf, recordsAfter } from '../../../../shared/domain/runs/plan-parts.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

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
      const { division } = plan.shares;
      const watch = division && watchExposure(division);

      expect(watch?.admit(protection)).toBeUndefined();
      expect(watch?.admit(raises)).toBeUndefined();
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
const input = aPlanInput({ users, usage: someUsage({}), limits, budgets: [org] });

function partFor(said: Partial<CapPlanInput>, ...named: readonly string[]) {
  const planInputs = { ...input, ...said };
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
