import fc from 'fast-check';
import { expect, test } from 'vitest';

import { decideCap } from '../../../shared/caps/cap.ts';
import type { Layer } from '../../../shared/caps/person.ts';
import { stopsOf } from '../../../shared/caps/stops.ts';
import { aConfirmedLimit, credits } from '../../support/domain-samples.ts';

const unlimitedCredits = 1_000_000_000_000;
const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;

function layerLeaving(headroomCredits: number | 'unlimited', usedCredits: number): Layer {
  const layer = { scope: { kind: 'default' }, window, usedCredits, topUpCredits: 0 } as const;
  return headroomCredits === 'unlimited'
    ? { ...layer, amount: { kind: 'unlimited' } }
    : { ...layer, amount: credits(usedCredits + headroomCredits), headroomCredits };
}

function stopOf(usedCredits: number, layer: Layer, known: Partial<Parameters<typeof decideCap>[2]> = {}) {
  const ann = { userId: 'ann', email: 'ann@acme.example', credits: { platform: usedCredits }, isUnreadable: false };
  const decision = decideCap(ann, [layer], {
    record: undefined,
    today: '2026-03-05',
    unlimitedCredits,
    terms: '',
    ...known,
  });
  return stopsOf({ decisions: [decision] })[0];
}

const stopped = { userId: 'ann', email: 'ann@acme.example', limitCredits: 400, usedCredits: 400 };
const byDefault = { kind: 'budget', scope: { kind: 'default' }, window: 'month' };

test('a user whose budget leaves nothing is stopped by it', () => {
  expect(stopOf(400, layerLeaving(0, 400))).toEqual({ ...stopped, cause: byDefault });
});

test('a user whose limit stays at what they have used is stopped as well', () => {
  const record = aConfirmedLimit('ann', 400);

  expect(stopOf(400, layerLeaving(0, 400), { record })).toEqual({ ...stopped, cause: byDefault });
});

test.for([100, 'unlimited'] as const)('a user at the ceiling is stopped by it where the budget leaves %s', (left) => {
  expect(stopOf(400, layerLeaving(left, 400), { ceilingCredits: 400 })).toEqual({
    ...stopped,
    cause: { kind: 'ceiling' },
  });
});

test('a member is stopped by the pool that leaves them nothing, and by the ceiling where pools would leave more', () => {
  const pool = { scope: { kind: 'team', name: 'core' }, window: 'month' } as const;
  const share = { userId: 'ann', limitCredits: 400, targetCredits: 0, headroomCredits: 0, pool, pools: 'core' };

  expect(stopOf(400, layerLeaving(100, 400), { share: { ...share, isHeldByOwn: false } })?.cause).toEqual({
    kind: 'budget',
    ...pool,
  });
  expect(stopOf(400, layerLeaving(100, 400), { share: { ...share, isHeldByOwn: true } })?.cause).toEqual({
    kind: 'ceiling',
  });
});

test('a user whose limit is raised to the floor is not stopped', () => {
  expect(stopOf(400, layerLeaving(0, 400), { floorCredits: 600 })).toBeUndefined();
});

test('a user is stopped exactly when budget, ceiling and floor leave nothing', () => {
  const amount = fc.integer({ min: 0, max: 5 });
  const drawn = fc.record({ usedCredits: amount, left: amount, ceilingCredits: amount, floorCredits: amount });
  fc.assert(
    fc.property(drawn, ({ usedCredits, left, ceilingCredits, floorCredits }) => {
      const due = Math.max(Math.min(usedCredits + left, ceilingCredits), Math.min(floorCredits, ceilingCredits));

      const stop = stopOf(usedCredits, layerLeaving(left, usedCredits), { ceilingCredits, floorCredits });

      expect(stop !== undefined).toBe(due <= usedCredits);
    }),
  );
});

test('whoever has no limit that budgets decide is not stopped', () => {
  const kept = { kind: 'keep', userId: 'ann', email: 'ann@acme.example', reason: 'unchanged' } as const;
  const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 0 } as const;

  expect(stopsOf({ decisions: [kept, { ...kept, limitCredits: 0 }, { ...kept, binding }] })).toEqual([]);
  expect(stopsOf({ decisions: [{ ...kept, binding, limitCredits: 400 }] })).toHaveLength(1);
});
