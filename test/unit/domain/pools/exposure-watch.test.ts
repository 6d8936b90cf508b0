import { expect, test } from 'vitest';
import { defaultAssumptions } from '../../../../shared/domain/pools/assumptions.ts';
import { unknownDemand } from '../../../../shared/domain/pools/demand.ts';
import type { Division } from '../../../../shared/domain/pools/divide-pools.ts';
import { watchExposure } from '../../../../shared/domain/pools/exposure-watch.ts';

const nowMs = Date.parse('2026-03-15T02:30:00Z');

/** Two users who have used 100 each and stand at 300 each, in a pool of 700. */
function aDivision(amountCredits = 700): Division {
  const member = (userId: string) => ({
    userId,
    knownCredits: 100,
    reportedCredits: 100,
    demand: unknownDemand,
    limits: [{ limitCredits: 300, fromMs: 0, outcome: 'confirmed' as const }],
  });
  return {
    members: [member('ann'), member('bob')],
    pools: [
      {
        name: 'org month',
        window: { from: '2026-03-01', through: '2026-03-31' },
        amountCredits,
        guarantee: { kind: 'strict' },
        knownCredits: 200,
        memberIds: ['ann', 'bob'],
      },
    ],
    exposureTerms: {
      moment: {
        nowMs,
        knownUntilMs: Date.parse('2026-03-15'),
        heldUntilMs: nowMs + 86_400_000,
        platformWindow: { anchorDay: 1 },
      },
      assumptions: defaultAssumptions,
    },
  };
}

test('limits are admitted up to what may be consumed of the pool, and not a credit more', () => {
  expect(watchExposure(aDivision()).admit([{ userId: 'ann', limitCredits: 400 }])).toBeUndefined();
  expect(watchExposure(aDivision()).admit([{ userId: 'ann', limitCredits: 401 }])).toBe('org month');
});

test('what was sent counts for all that is sent after it, and a lowered limit sets nothing free', () => {
  const watch = watchExposure(aDivision());

  const sent = [
    watch.admit([{ userId: 'ann', limitCredits: 100 }]),
    watch.admit([{ userId: 'bob', limitCredits: 400 }]),
    watch.admit([{ userId: 'ann', limitCredits: 301 }]),
  ];

  expect(sent).toEqual([undefined, undefined, 'org month']);
});

test('a pool that exceeds its amount admits lowered limits and no raised ones', () => {
  expect(watchExposure(aDivision(500)).admit([{ userId: 'ann', limitCredits: 150 }])).toBeUndefined();
  expect(watchExposure(aDivision(500)).admit([{ userId: 'ann', limitCredits: 301 }])).toBe('org month');
});

test('a user who draws on no pool is ignored', () => {
  expect(watchExposure(aDivision()).admit([{ userId: 'eve', limitCredits: 1_000_000 }])).toBeUndefined();
});
