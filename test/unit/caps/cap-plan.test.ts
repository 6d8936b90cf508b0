import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { assertWithinBudget, batchesOf, changesOf, planCaps } from '../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../shared/caps/cap.ts';
import { noShares } from '../../../shared/caps/shares/divide-shares.ts';
import { InvariantError } from '../../../shared/kernel/invariant.ts';
import { recordOutcome } from '../../../shared/limits/record-outcome.ts';
import { aBudget, aConfirmedLimit, credits, someCredits, someUsage } from '../../support/domain-samples.ts';
import { aTopUp, anExemption, someExemptions, someTopUps } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const anInput = aPlanInput({
  budgets: [aBudget({ scope: { kind: 'default' } })],
  users: ['ann', 'bob', 'cem'].map((userId) => ({ userId, email: `${userId}@acme.example` })),
  usage: someUsage({ ann: 100, bob: 1_500 }),
});
const { unlimitedCredits } = anInput;

const userIds = ['a', 'b', 'c', 'd', 'e', 'f'];
const email = fc.constantFrom('x@acme.example', 'y@acme.example', 'Y@acme.example', undefined);
const someInput: fc.Arbitrary<CapPlanInput> = fc
  .record({
    used: fc.array(someCredits, { minLength: 6, maxLength: 6 }),
    emails: fc.array(email, { minLength: 6, maxLength: 6 }),
    limits: fc.array(fc.option(someCredits), { minLength: 6, maxLength: 6 }),
    own: fc.option(someCredits),
    default: fc.option(someCredits),
    org: fc.option(fc.integer({ min: 0, max: 6_000_000 })),
    strays: fc.array(someCredits, { maxLength: 3 }),
    topUps: someTopUps,
    exemptions: someExemptions,
  })
  .map((made) =>
    aPlanInput({
      topUps: made.topUps,
      exemptions: made.exemptions,
      users: userIds.map((userId, index) => {
        const shared = made.emails[index];
        return index < 3
          ? { userId, email: `${userId}@acme.example` }
          : { userId, ...(shared === undefined ? {} : { email: shared }) };
      }),
      usage: someUsage({
        ...Object.fromEntries(userIds.map((userId, index) => [userId, made.used[index] ?? 0])),
        ...Object.fromEntries(made.strays.map((used, index) => [`stray-${index}`, used])),
      }),
      limits: userIds.flatMap((userId, index) => {
        const limit = made.limits[index] ?? null;
        return limit === null ? [] : [aConfirmedLimit(userId, limit)];
      }),
      budgets: [
        ...(made.own === null
          ? []
          : [aBudget({ scope: { kind: 'user', email: 'a@acme.example' }, amount: credits(made.own) })]),
        ...(made.default === null ? [] : [aBudget({ scope: { kind: 'default' }, amount: credits(made.default) })]),
        ...(made.org === null ? [] : [aBudget({ scope: { kind: 'org' }, amount: credits(made.org) })]),
      ],
    }),
  );

test('everybody who can be capped gets one decision, by user id', () => {
  const { decisions } = planCaps(anInput);

  expect(decisions.map((decision) => [decision.userId, decision.kind === 'set' && decision.limitCredits])).toEqual([
    ['ann', 1_000],
    ['bob', 1_500],
    ['cem', 1_000],
  ]);
});

test('whom an unreadable row binds keeps the cap, and others do not wait for it', () => {
  const { decisions } = planCaps({ ...anInput, invalidScopes: ['user:ann@acme.example'] });

  expect(decisions.map(({ kind }) => kind)).toEqual(['keep', 'set', 'set']);
  expect(decisions[0]).toMatchObject({ reason: 'invalid-budget' });
});

/** What everybody may consume on the platform after a plan; who is kept as they are is absent. */
function limitsOf(input: CapPlanInput): ReadonlyMap<string, number> {
  return new Map(changesOf(planCaps({ ...input, limits: [] })).map((change) => [change.userId, change.limitCredits]));
}

test('a top-up raises the limit of its user by as much while it is in force, and of nobody else', () => {
  const topUps = [aTopUp({ credits: 250, from: '2026-03-15', to: '2026-03-15' })];

  const limits = (['2026-03-14', '2026-03-15', '2026-03-16'] as const).map((day) => [
    ...limitsOf({ ...anInput, day, topUps }).values(),
  ]);

  expect(limits).toEqual([
    [1_000, 1_500, 1_000],
    [1_250, 1_500, 1_000],
    [1_000, 1_500, 1_000],
  ]);
});

test('a limit that rests on a top-up says so', () => {
  const [ann, bob] = changesOf(planCaps({ ...anInput, topUps: [aTopUp({ credits: 250 })] }));

  expect(ann?.binding).toMatchObject({ headroomCredits: 1_150, topUpCredits: 250 });
  expect(bob?.binding).not.toHaveProperty('topUpCredits');
});

test('an exempt user’s cap does not change through the last day, and the run after that sets it again', () => {
  const exemptions = [anExemption({ until: '2026-03-15' })];

  const [during] = planCaps({ ...anInput, exemptions, invalidScopes: ['default'] }).decisions;
  const [after] = planCaps({ ...anInput, exemptions, day: '2026-03-16' }).decisions;

  expect(during).toMatchObject({ userId: 'ann', kind: 'keep', reason: 'exempt' });
  expect(after).toMatchObject({ userId: 'ann', kind: 'set', limitCredits: 1_000 });
});

test('after an exemption the right limit is sent once more: another may have been set by hand meanwhile', () => {
  const exemptions = [anExemption({ until: '2026-03-04' })];
  const known = aConfirmedLimit('ann', 1_000);
  const input = { ...anInput, day: '2026-03-05', exemptions, limits: [known] };
  const sentSince = { ...known, confirmed: { limitCredits: 1_000, at: '2026-03-05T02:30:00.000Z', runId: 'after' } };

  expect(planCaps(input).decisions[0]).toMatchObject({ kind: 'set', limitCredits: 1_000, reason: 'renewed' });
  expect(planCaps({ ...input, limits: [sentSince] }).decisions[0]).toMatchObject({ reason: 'unchanged' });
});

test('a top-up more lowers nobody where no pool is shared', () => {
  fc.assert(
    fc.property(someInput, someTopUps, (made, more) => {
      const input = { ...made, budgets: made.budgets.filter(({ scope }) => scope.kind !== 'org') };
      const [less, generous] = [limitsOf(input), limitsOf({ ...input, topUps: [...input.topUps, ...more] })];

      expect([...less].every(([userId, limit]) => (generous.get(userId) ?? -1) >= limit)).toBe(true);
    }),
  );
});

test('top-ups and exemptions that are not in force have no effect on any limit', () => {
  fc.assert(
    fc.property(someInput, someTopUps, someExemptions, (input, topUps, exemptions) => {
      const dead = {
        topUps: topUps.map((each) => ({ ...each, from: '2026-02-01', to: '2026-03-14' })),
        exemptions: exemptions.map((each) => ({ ...each, until: '2026-03-14' })),
      };
      const all = {
        topUps: [...input.topUps, ...dead.topUps],
        exemptions: [...input.exemptions, ...dead.exemptions],
      };

      expect(limitsOf({ ...input, ...all })).toEqual(limitsOf(input));
    }),
  );
});

test('top-ups never exceed what is left of the organization’s budget', () => {
  fc.assert(
    fc.property(someInput, someTopUps, someCredits, (input, topUps, amount) => {
      const budgets = [
        ...input.budgets.filter(({ scope }) => scope.kind !== 'org'),
        aBudget({ scope: { kind: 'org' }, amount: credits(amount) }),
      ];
      const left = Math.max(0, amount - (input.usage.organization.month ?? 0));

      const changes = changesOf(planCaps({ ...input, budgets, topUps, limits: [] }));

      expect(changes.every(({ binding }) => (binding?.headroomCredits ?? 0) <= left)).toBe(true);
    }),
  );
});

test('the order of users, use, budgets and records changes nothing', () => {
  fc.assert(
    fc.property(someInput, (input) => {
      const turned: CapPlanInput = {
        ...input,
        users: input.users.toReversed(),
        budgets: input.budgets.toReversed(),
        topUps: input.topUps.toReversed(),
        exemptions: input.exemptions.toReversed(),
        limits: input.limits.toReversed(),
        usage: { ...input.usage, users: new Map([...input.usage.users].toReversed()) },
      };

      expect(planCaps(turned)).toEqual(planCaps(input));
    }),
  );
});

test('once a plan is applied, planning again keeps every cap', () => {
  fc.assert(
    fc.property(someInput, (input) => {
      const records = new Map(input.limits.map((record) => [record.userId, record]));
      const sent = { at: '2026-03-15T02:30:00.000Z', runId: 'run' };
      for (const change of changesOf(planCaps(input))) {
        const result = { sent, night: input.day, settleDays: 0, outcome: { kind: 'done' } } as const;
        records.set(change.userId, recordOutcome(records.get(change.userId), change, result));
      }

      const again = planCaps({ ...input, limits: [...records.values()] });

      expect(changesOf(again)).toEqual([]);
    }),
  );
});

test.for(['org', 'own'] as const)('more for everybody, of %s budgets alone, lowers nobody', (which) => {
  fc.assert(
    fc.property(someInput, fc.nat({ max: 10_000 }), (made, more) => {
      // Where a pool is shared, more of one's own is less for others.
      const input =
        which === 'org' ? made : { ...made, budgets: made.budgets.filter(({ scope }) => scope.kind !== 'org') };
      const budgets = input.budgets.map((budget) => ({
        ...budget,
        amount:
          budget.amount.kind === 'credits' && (budget.scope.kind === 'org') === (which === 'org')
            ? credits(budget.amount.credits + more)
            : budget.amount,
      }));
      const [less, generous] = [limitsOf(input), limitsOf({ ...input, budgets })];

      expect([...less].every(([userId, limit]) => (generous.get(userId) ?? -1) >= limit)).toBe(true);
    }),
  );
});

test('every planned limit passes the last look before it is sent', () => {
  fc.assert(
    fc.property(someInput, (input) => {
      for (const batch of batchesOf(changesOf(planCaps(input)))) {
        expect(() => assertWithinBudget(batch, unlimitedCredits)).not.toThrow(InvariantError);
      }
    }),
  );
});

function aChange(said: Partial<SetCap> = {}): SetCap {
  return {
    kind: 'set',
    userId: 'ann',
    email: 'ann@acme.example',
    fromCredits: 600,
    limitCredits: 500,
    reason: 'lowered',
    binding: { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 100 },
    ...said,
  };
}

test('lowered limits are sent before raised ones', () => {
  const plan = {
    day: '2026-03-15',
    dataThrough: '2026-03-14',
    uncappable: [],
    shares: noShares,
    decisions: [
      aChange({ userId: 'raised', fromCredits: 100 }),
      aChange({ userId: 'lifted', fromCredits: undefined, reason: 'lifted' }),
      aChange({ userId: 'same', fromCredits: 500 }),
      aChange({ userId: 'lowered' }),
      aChange({ userId: 'new', fromCredits: undefined, reason: 'no-limit-yet' }),
      { kind: 'keep', userId: 'kept', email: 'k@acme.example', reason: 'unchanged' } as const,
    ],
  };

  expect(changesOf(plan).map(({ userId }) => userId)).toEqual(['lowered', 'new', 'raised', 'lifted', 'same']);
});

test.for([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
] as const)('%s changes are sent in batches of %o', ([count, sizes]) => {
  const changes = Array.from({ length: count }, (_, index) => index);

  expect(batchesOf(changes).map((batch) => batch.length)).toEqual(sizes);
  expect(batchesOf(changes).flat()).toEqual(changes);
});

test.for([
  ['no entry', []],
  ['101 entries', Array.from({ length: 101 }, (_, index) => aChange({ email: `${index}@acme.example` }))],
  ['an email twice', [aChange(), aChange({ email: 'ANN@acme.example' })]],
  ['a limit above used and headroom', [aChange({ limitCredits: 501 })]],
  ['a negative limit', [aChange({ limitCredits: -1 })]],
  ['a fraction', [aChange({ limitCredits: 0.5 })]],
  ['NaN', [aChange({ limitCredits: Number.NaN })]],
  ['infinity', [aChange({ limitCredits: Infinity })]],
] as const)('a batch with %s is never sent', ([, batch]) => {
  expect(() => assertWithinBudget(batch, unlimitedCredits)).toThrow(InvariantError);
});

test.for([
  ['a hundred entries', Array.from({ length: 100 }, (_, index) => aChange({ email: `${index}@acme.example` }))],
  ['a limit of 0', [aChange({ limitCredits: 0 })]],
  ['a limit of all that was used and left', [aChange({ limitCredits: 500 })]],
  ['a limit at the floor, above the budget', [aChange({ limitCredits: 600, floorCredits: 600 })]],
] as const)('a batch with %s is sent', ([, batch]) => {
  expect(() => assertWithinBudget(batch, unlimitedCredits)).not.toThrow();
});

test('a limit that is lifted is at most what stands for none', () => {
  const { binding: _, ...lifted } = aChange({ reason: 'lifted' });

  expect(() => assertWithinBudget([{ ...lifted, limitCredits: 900 }], 900)).not.toThrow();
  expect(() => assertWithinBudget([{ ...lifted, limitCredits: 901 }], 900)).toThrow(InvariantError);
});

test('who cannot be capped is named with the team, where they are in one', () => {
  const users = ['ann', 'bob'].map((userId) => ({ userId }));

  const { uncappable } = planCaps({ ...anInput, users, usage: someUsage({}), teamOf: new Map([['bob', 'sales']]) });

  expect(uncappable).toStrictEqual([
    { userId: 'ann', reason: 'no-email', creditsAtStake: {} },
    { userId: 'bob', reason: 'no-email', creditsAtStake: {}, team: 'sales' },
  ]);
});

test('floor and ceiling bound every limit', () => {
  const limits = (bounds: Partial<CapPlanInput>) =>
    changesOf(planCaps({ ...anInput, ...bounds })).map(({ limitCredits }) => limitCredits);

  expect(limits({ floorCredits: 1_600 })).toEqual([1_600, 1_600, 1_600]);
  expect(limits({ ceilingCredits: 900 })).toEqual([900, 900, 900]);
});

test('a user with unreadable figures keeps the cap', () => {
  const usage = someUsage({ ann: 100 }, ['ann']);

  expect(planCaps({ ...anInput, usage }).decisions[0]).toMatchObject({ kind: 'keep', reason: 'unreadable-usage' });
});

test('a user who is left out keeps the limit', () => {
  const { decisions } = planCaps({ ...anInput, only: new Set(['bob']) });

  expect(decisions.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['keep', 'unchanged'],
    ['set', 'no-limit-yet'],
    ['keep', 'unchanged'],
  ]);
});

describe('while it is in doubt whether a platform window has begun', () => {
  const minute = 60_000;
  const sent = (limitCredits: number) => ({ limitCredits, at: '2026-03-31T02:30:00.000Z', runId: 'earlier' });

  /** Ann’s limit ten minutes into April, by the clock of this machine. */
  function limitInDoubt(said: Partial<CapPlanInput>, earlierMs = 10 * minute + 1) {
    const input = { ...anInput, day: '2026-04-01', ...said };
    const clock = { nowMs: Date.parse('2026-04-01T00:10:00.000Z'), clockDoubt: { earlierMs, laterMs: 0 } };
    return planCaps({ ...input, pools: { ...input.pools, ...clock } }).decisions[0]?.limitCredits;
  }

  test.for<readonly [string, Partial<CapPlanInput>, number]>([
    ['a limit is not raised', { limits: [aConfirmedLimit('ann', 600)] }, 600],
    ['a limit is lowered', { limits: [aConfirmedLimit('ann', 1_600)] }, 1_000],
    [
      'a limit is as high as one that may be in force',
      { limits: [{ ...aConfirmedLimit('ann', 600), unsettled: [sent(800), sent(700)] }] },
      800,
    ],
    ['the ceiling bounds it as well', { limits: [aConfirmedLimit('ann', 600)], ceilingCredits: 500 }, 500],
    ['a first limit is set', {}, 1_000],
    ['the limits of others do not matter', { limits: [aConfirmedLimit('bob', 600)] }, 1_000],
  ])('%s', ([, said, limitCredits]) => {
    expect(limitInDoubt(said)).toBe(limitCredits);
  });

  test('a limit that was never confirmed bounds it', () => {
    const { confirmed: _, ...unconfirmed } = aConfirmedLimit('ann', 0);

    expect(limitInDoubt({ limits: [{ ...unconfirmed, unsettled: [sent(700)] }] })).toBe(700);
  });

  test('there is no doubt where both clocks have passed the turn', () => {
    expect(limitInDoubt({ limits: [aConfirmedLimit('ann', 600)] }, 10 * minute)).toBe(1_000);
  });
});
