import { describe, expect, test } from 'vitest';

import { freeCredits } from '../../../shared/live/live-pool.ts';
import { provePool, type ProofTerms } from '../../../shared/live/pool-proof.ts';
import type { LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Pool, PoolMember } from '../../../shared/pools/pool.ts';
import { partOf } from '../../support/part-of.ts';

const at = (time: string): number => Date.parse(`2026-03-10T${time}:00Z`);

const org: Pool = {
  name: 'org',
  window: { from: '2026-03-01', through: '2026-03-31' },
  amountCredits: 1_000,
  guarantee: { kind: 'strict' },
  knownCredits: 300,
  memberIds: ['a', 'b'],
};

const limit = (limitCredits: number, from: string, until?: string): LimitInForce => ({
  limitCredits,
  fromMs: at(from),
  ...(until !== undefined && { untilMs: at(until) }),
  outcome: 'confirmed',
});

const member = (userId: string, knownCredits: number, limits: readonly LimitInForce[]): PoolMember => ({
  userId,
  knownCredits,
  reportedCredits: knownCredits,
  limits,
});

/** The limit of `a` was lowered from 700 to 100 at 02:30, which was felt by 03:00; `b` had 300 all the time. */
const lowered = [
  member('a', 100, [limit(700, '00:00', '03:00'), limit(100, '02:30')]),
  member('b', 200, [limit(300, '00:00')]),
];

const terms = (readings: ProofTerms['readings'], nowAt = '10:00'): ProofTerms => ({
  moment: {
    nowMs: at(nowAt),
    knownUntilMs: at('00:00'),
    heldUntilMs: at('23:00'),
    platformWindow: { anchorDay: 1 },
  },
  assumptions: { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: 0 },
  readings,
  bounds: { errorPercent: 25, slackCredits: 0, capPercent: 5 },
  lagMs: 60 * 60_000,
});

describe('what is proven of a pool', () => {
  test('without a reading it is the exposure', () => {
    expect(provePool(org, lowered, terms([]))).toEqual({
      amountCredits: 1_000,
      boundCredits: 1_000,
      worstCaseCredits: 1_000,
      unboundedIds: [],
    });
  });

  test('a reading proves that what a lowered limit allowed was not used', () => {
    const proof = provePool(org, lowered, terms([{ credits: 40, beganAtMs: at('09:00') }]));

    // Known, what the limit of b leaves, and 1.25 times what the totals say.
    expect(proof.boundCredits).toBe(300 + 100 + 50);
    expect(proof.readAtMs).toBe(at('09:00'));
    expect(freeCredits(proof, partOf({ capPercent: 5 }))).toBe(50);
  });

  test('a reading before enforcement and lag are over proves nothing of the lowered limit', () => {
    const proof = provePool(org, lowered, terms([{ credits: 40, beganAtMs: at('03:59') }]));

    expect(proof).toEqual(provePool(org, lowered, terms([])));
    expect(provePool(org, lowered, terms([{ credits: 40, beganAtMs: at('04:00') }])).boundCredits).toBe(450);
  });

  test('a raise after the reading counts, and the bound of the reading is carried', () => {
    const [a, b] = lowered;
    const raised = [
      ...(a === undefined ? [] : [{ ...a, limits: [...a.limits, limit(250, '09:30')] }]),
      ...(b === undefined ? [] : [b]),
    ];

    const proof = provePool(org, raised, terms([{ credits: 40, beganAtMs: at('09:00') }]));

    expect(proof.boundCredits).toBe(450 + 150);
  });

  test('the least of all readings counts: a later one may prove less', () => {
    const readings = [
      { credits: 40, beganAtMs: at('05:00') },
      { credits: 400, beganAtMs: at('09:00') },
    ];

    expect(provePool(org, lowered, terms(readings)).readAtMs).toBe(at('05:00'));
  });

  test('what was billed without a user counts', () => {
    const proof = provePool({ ...org, knownCredits: 350 }, lowered, terms([{ credits: 40, beganAtMs: at('09:00') }]));

    expect(proof.boundCredits).toBe(500);
  });

  test('at the start of a window it is what the limits in force allow', () => {
    const nextMonth = { ...org, window: { from: '2026-03-10', through: '2026-04-09' }, knownCredits: 0 };
    const turned = terms([], '00:05');
    const proof = provePool(nextMonth, lowered, {
      ...turned,
      moment: { ...turned.moment, platformWindow: { anchorDay: 10 }, knownUntilMs: at('00:00') - 86_400_000 },
    });

    expect(proof.boundCredits).toBe(700 + 300);
  });

  test('in a new window, of which nothing is known yet, a reading counts from nothing', () => {
    const nextMonth = { ...org, window: { from: '2026-03-10', through: '2026-04-09' }, knownCredits: 0 };
    const turned = terms([{ credits: 40, beganAtMs: at('09:00') }]);
    const proof = provePool(nextMonth, lowered, {
      ...turned,
      moment: { ...turned.moment, platformWindow: { anchorDay: 10 }, knownUntilMs: at('00:00') - 86_400_000 },
    });

    expect(proof.boundCredits).toBe(100 + 300 + 50);
  });

  test('of a window that is over, which only a clock that is off still reaches, a reading proves nothing', () => {
    const past = { ...org, window: { from: '2026-03-01', through: '2026-03-10' } };
    const late = terms([{ credits: 40, beganAtMs: at('09:00') }]);
    const nowMs = at('00:01') + 86_400_000;

    const proof = provePool(past, lowered, { ...late, moment: { ...late.moment, nowMs, heldUntilMs: nowMs } });

    expect(proof.readAtMs).toBeUndefined();
  });

  test('in a pool that spans the turn of the platform window a reading proves nothing', () => {
    const quarter = { ...org, window: { from: '2026-01-01', through: '2026-03-31' } };
    const before = terms([{ credits: 40, beganAtMs: at('09:00') }]);
    const turnsTonight = { ...before.moment, platformWindow: { anchorDay: 11 }, heldUntilMs: at('23:00') + 86_400_000 };

    const proof = provePool(quarter, lowered, { ...before, moment: turnsTonight });

    expect(proof.readAtMs).toBeUndefined();
    expect(proof.boundCredits).toBe(proof.worstCaseCredits);
  });

  test('a member without a limit is named, and the proof is for the rest', () => {
    const proof = provePool(org, [...lowered.slice(0, 1), member('b', 200, [])], terms([]));

    expect(proof.unboundedIds).toEqual(['b']);
    expect(proof.worstCaseCredits).toBe(300 + 600);
  });

  test('a pool that may be overcommitted has so much more', () => {
    const overcommitted = { ...org, guarantee: { kind: 'overcommit', factor: 1.2 } } as const;

    expect(provePool(overcommitted, lowered, terms([])).amountCredits).toBe(1_200);
  });

  test('users who are no members do not count', () => {
    const other = member('c', 0, [limit(5_000, '00:00')]);

    expect(provePool(org, [...lowered, other], terms([])).worstCaseCredits).toBe(1_000);
  });
});
