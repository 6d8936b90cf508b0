import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decideCap } from '../../../shared/caps/cap.ts';
import type { Layer } from '../../../shared/caps/person.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { aConfirmedLimit, credits, someCredits } from '../../support/domain-samples.ts';

const unlimitedCredits = 1_000_000_000_000;
const terms = 'default month 1000';
const ann = { userId: 'ann', email: 'ann@acme.example', credits: { platform: 400, month: 400 }, isUnreadable: false };

function aLayer(headroomCredits?: number): Layer {
  const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
  const layer = { scope: { kind: 'default' }, window, usedCredits: 400, topUpCredits: 0 } as const;
  return headroomCredits === undefined
    ? { ...layer, amount: { kind: 'unlimited' } }
    : { ...layer, amount: credits(400 + headroomCredits), headroomCredits };
}

function decide(layers: readonly Layer[], record?: LimitRecord, today = '2026-03-05') {
  return decideCap(ann, layers, { record, today, unlimitedCredits, terms });
}

test('a limit is what was used in the platform window and the least headroom', () => {
  expect(decide([aLayer(600), aLayer(100)])).toEqual({
    kind: 'set',
    userId: 'ann',
    email: 'ann@acme.example',
    fromCredits: undefined,
    limitCredits: 500,
    reason: 'no-limit-yet',
    terms,
    binding: { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 100 },
  });
});

test.for([
  [500, 'keep', 'unchanged'],
  [600, 'set', 'lowered'],
  [499, 'set', 'raised'],
] as const)('where %s is in force and 500 is due: %s, %s', ([inForce, kind, reason]) => {
  expect(decide([aLayer(100)], aConfirmedLimit('ann', inForce))).toMatchObject({ kind, reason });
});

test.for([
  ['2026-03-07', 'keep', 'unchanged'],
  ['2026-03-08', 'set', 'renewed'],
] as const)('a right limit of 2026-03-01 on %s: %s, %s', ([today, kind, reason]) => {
  expect(decide([aLayer(100)], aConfirmedLimit('ann', 500), today)).toMatchObject({ kind, reason });
});

test('a limit that may not be in force is sent again, even when it is the right one', () => {
  const unsettled = [{ limitCredits: 500, at: '2026-03-14T02:30:00.000Z', runId: 'earlier' }];

  expect(decide([aLayer(100)], { ...aConfirmedLimit('ann', 500), unsettled })).toMatchObject({
    kind: 'set',
    limitCredits: 500,
    reason: 'outcome-unknown',
    terms,
  });
});

test('a limit that was set under another email is sent again under the new one', () => {
  expect(decide([aLayer(100)], aConfirmedLimit('ann', 500, 'ann@old.example'))).toMatchObject({
    kind: 'set',
    email: 'ann@acme.example',
    limitCredits: 500,
    reason: 'raised',
  });
});

test('where no budget says anything, the limit stays as it is', () => {
  expect(decide([], aConfirmedLimit('ann', 500))).toMatchObject({ kind: 'keep', reason: 'no-budget' });
});

test('a user with a row that cannot be read keeps the limit, whatever the budgets say', () => {
  const known = { record: aConfirmedLimit('ann', 500), today: '2026-03-05', unlimitedCredits, terms };

  expect(decideCap({ ...ann, isUnreadable: true }, [aLayer(0)], known)).toMatchObject({
    kind: 'keep',
    reason: 'unreadable-usage',
  });
});

test('unlimited is sent to a user who never had a limit from Curfew: one from before may be in force', () => {
  expect(decide([aLayer()])).toStrictEqual({
    kind: 'set',
    userId: 'ann',
    email: 'ann@acme.example',
    fromCredits: undefined,
    limitCredits: unlimitedCredits,
    reason: 'lifted',
    terms,
  });
});

test('the limit of a user who becomes unlimited is lifted once', () => {
  expect(decide([aLayer()], aConfirmedLimit('ann', 500))).toMatchObject({
    kind: 'set',
    limitCredits: unlimitedCredits,
    reason: 'lifted',
    terms,
  });
  expect(decide([aLayer()], aConfirmedLimit('ann', unlimitedCredits))).toMatchObject({
    kind: 'keep',
    reason: 'unchanged',
  });
});

test('an unlimited layer beside a limited one lifts nothing', () => {
  expect(decide([aLayer(), aLayer(100)])).toMatchObject({ limitCredits: 500 });
});

const bounded = { record: undefined, today: '2026-03-05', unlimitedCredits, terms };

test('a limit under the floor is raised to it, and says so', () => {
  expect(decideCap(ann, [aLayer(100)], { ...bounded, floorCredits: 600 })).toMatchObject({
    kind: 'set',
    limitCredits: 600,
    floorCredits: 600,
    binding: { headroomCredits: 100 },
  });
});

test('a limit that is at the floor already is still reported so', () => {
  const known = { ...bounded, record: aConfirmedLimit('ann', 600), floorCredits: 600 };

  expect(decideCap(ann, [aLayer(100)], known)).toMatchObject({ kind: 'keep', reason: 'unchanged', floorCredits: 600 });
});

test('a limit at or above the floor is left as the budgets have it', () => {
  const decision = decideCap(ann, [aLayer(100)], { ...bounded, floorCredits: 500 });

  expect(decision).toMatchObject({ limitCredits: 500 });
  expect(decision).not.toHaveProperty('floorCredits');
});

test.for([
  ['what the budgets leave', [aLayer(600)], 450, 50],
  ['what was used already', [aLayer(600)], 300, 0],
] as const)('a ceiling under %s is the limit', ([, layers, ceilingCredits, headroomCredits]) => {
  expect(decideCap(ann, layers, { ...bounded, ceilingCredits })).toMatchObject({
    limitCredits: ceilingCredits,
    binding: { headroomCredits },
  });
});

test('a ceiling binds unlimited users too', () => {
  const decideAt = (ceilingCredits: number) => decideCap(ann, [aLayer()], { ...bounded, ceilingCredits });

  expect(decideAt(450)).toMatchObject({
    kind: 'set',
    limitCredits: 450,
    reason: 'no-limit-yet',
    binding: { usedCredits: 400, headroomCredits: 50, isAtCeiling: true },
  });
  expect(decideAt(300)).toMatchObject({ limitCredits: 300, binding: { headroomCredits: 0 } });
  expect(decideCap({ ...ann, credits: {} }, [aLayer()], { ...bounded, ceilingCredits: 450 })).toMatchObject({
    binding: { headroomCredits: 450 },
  });
});

test('a ceiling that stands for no limit binds nobody', () => {
  const known = { ...bounded, ceilingCredits: unlimitedCredits };

  expect(decideCap(ann, [aLayer()], known)).toMatchObject({ limitCredits: unlimitedCredits, reason: 'lifted' });
  expect(decideCap(ann, [aLayer()], { ...known, record: aConfirmedLimit('ann', 500) })).toMatchObject({
    limitCredits: unlimitedCredits,
    reason: 'lifted',
    terms,
  });
});

test('a lifted limit that stays names no budget', () => {
  expect(decide([aLayer()], aConfirmedLimit('ann', unlimitedCredits))).toStrictEqual({
    kind: 'keep',
    userId: 'ann',
    email: 'ann@acme.example',
    reason: 'unchanged',
    limitCredits: unlimitedCredits,
  });
});

test('any limit is between floor and ceiling, and where they cross the ceiling counts', () => {
  fc.assert(
    fc.property(someCredits, someCredits, someCredits, (headroom, floorCredits, ceilingCredits) => {
      const decision = decideCap(ann, [aLayer(headroom)], { ...bounded, floorCredits, ceilingCredits });
      const limit = decision.kind === 'set' ? decision.limitCredits : -1;

      expect(limit).toBe(Math.min(ceilingCredits, Math.max(floorCredits, 400 + headroom)));
    }),
  );
});

test('a limit is used and headroom, never under what was used, and grows with every amount', () => {
  fc.assert(
    fc.property(fc.array(someCredits, { minLength: 1, maxLength: 5 }), fc.nat({ max: 1_000 }), (headrooms, more) => {
      const limitOf = (added: number) => {
        const decision = decide(headrooms.map((headroom) => aLayer(headroom + added)));
        return decision.kind === 'set' ? decision.limitCredits : -1;
      };

      expect(limitOf(0)).toBe(400 + Math.min(...headrooms));
      expect(limitOf(more)).toBe(limitOf(0) + more);
    }),
  );
});

const share = {
  userId: 'ann',
  limitCredits: 500,
  headroomCredits: 100,
  targetCredits: 100,
  pool: { scope: { kind: 'org' }, window: 'quarter' },
  pools: 'org quarter 9000 strict',
  isHeldByOwn: false,
} as const;
const pooled = { usedCredits: 400, headroomCredits: 100, pools: share.pools };

test('a share of pools is the limit, and the tightest pool is named', () => {
  expect(decideCap(ann, [], { ...bounded, share })).toMatchObject({
    kind: 'set',
    limitCredits: 500,
    binding: { ...share.pool, ...pooled },
  });
});

test('a share of which one’s own budget is the bound names that budget, with the pools', () => {
  const held = { ...share, isHeldByOwn: true };

  expect(decideCap(ann, [aLayer(100)], { ...bounded, share: held })).toMatchObject({
    limitCredits: 500,
    binding: { scope: { kind: 'default' }, window: 'month', ...pooled },
  });
  expect(decideCap(ann, [aLayer(101)], { ...bounded, share: held })).toMatchObject({ binding: share.pool });
  expect(decideCap(ann, [aLayer()], { ...bounded, share: held })).toMatchObject({ binding: share.pool });
  expect(decideCap(ann, [aLayer(100)], { ...bounded, share })).toMatchObject({ binding: share.pool });
});

test('a share is not raised to the floor: the pool could be overspent', () => {
  expect(decideCap(ann, [], { ...bounded, share, floorCredits: 900 })).toMatchObject({ limitCredits: 500 });
});

test('whoever becomes unlimited before a first limit had an answer has it lifted', () => {
  const unsettled = [{ limitCredits: 500, at: '2026-03-04T02:30:00.000Z', runId: 'earlier' }];
  const { confirmed: _, ...unconfirmed } = aConfirmedLimit('ann', 500);

  expect(decide([aLayer()], { ...unconfirmed, unsettled })).toStrictEqual({
    kind: 'set',
    userId: 'ann',
    email: 'ann@acme.example',
    fromCredits: undefined,
    limitCredits: unlimitedCredits,
    reason: 'outcome-unknown',
    terms,
  });
});

test('a limit of one’s own names what top-ups are part of it', () => {
  expect(decide([{ ...aLayer(100), topUpCredits: 30 }])).toMatchObject({ binding: { topUpCredits: 30 } });
  expect(decide([aLayer(100)])).not.toHaveProperty('binding.topUpCredits');
});

test('a user who used nothing yet is limited to what the budgets leave', () => {
  const fresh = { ...ann, credits: {} };

  expect(decideCap(fresh, [aLayer(100)], bounded)).toMatchObject({ limitCredits: 100, binding: { usedCredits: 0 } });
  expect(decideCap(fresh, [], { ...bounded, share })).toMatchObject({ binding: { usedCredits: 0 } });
});

test('a limit confirmed before an exemption ended is sent again, and one confirmed as it ended is not', () => {
  const until = (exemptUntil: string) => ({ ...bounded, record: aConfirmedLimit('ann', 500), exemptUntil });

  expect(decideCap(ann, [aLayer(100)], until('2026-03-01T02:30:00.001Z'))).toMatchObject({ reason: 'renewed' });
  expect(decideCap(ann, [aLayer(100)], until('2026-03-01T02:30:00.000Z'))).toMatchObject({ reason: 'unchanged' });
});

test('a limit that has no answer is no renewal, however old it is', () => {
  const unsettled = [{ limitCredits: 700, at: '2026-03-02T02:30:00.000Z', runId: 'earlier' }];

  expect(decide([aLayer(100)], { ...aConfirmedLimit('ann', 500), unsettled }, '2026-03-20')).toMatchObject({
    reason: 'outcome-unknown',
    terms,
  });
  expect(decide([aLayer(100)], aConfirmedLimit('ann', 600), '2026-03-20')).toMatchObject({ reason: 'lowered' });
});
