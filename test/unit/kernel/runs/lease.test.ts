import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  decideLease,
  fenceAheadMaxMs,
  highestFence,
  leaseDurationMaxMs,
  type Lease,
} from '../../../../shared/kernel/runs/lease.ts';

type Row = Readonly<Record<string, unknown>>;

const nowMs = Date.parse('2026-03-15T02:30:00Z');
const durationMs = 10 * 60_000;
const minuteMs = 60_000;
const claim = { name: 'limits', owner: 'night', nowMs, durationMs };
const held = { name: 'limits', owner: 'other', fence: nowMs - 5, expiresAtMs: nowMs + 1 } satisfies Lease;

/** Asks every minute, and puts what is decided; gives the lease, and how long that took. */
function askUntilFree(tampered: Row): { readonly lease: Lease; readonly tookMs: number; readonly found: string[] } {
  let row = tampered;
  const found: string[] = [];
  for (let tookMs = 0; tookMs <= 24 * 60 * minuteMs; tookMs += minuteMs) {
    const decision = decideLease(row, { ...claim, nowMs: nowMs + tookMs });
    found.push(...(decision.tampering === undefined ? [] : [decision.tampering.found]));
    if (decision.kind === 'acquired') {
      return { lease: decision.lease, tookMs, found };
    }
    row = { ...(decision.repaired ?? row) };
  }
  throw new Error('the next night found the lease held');
}

describe('a row of a lease that somebody has tampered with', () => {
  test.each<[string, Row, string]>([
    ['ends in 2099', { ...held, expiresAtMs: Date.parse('2099-01-01') }, 'expiresAtMs is "4070908800000"'],
    ['has a negative fence', { ...held, fence: -1 }, 'fence is "-1"'],
    [
      'has a fence beyond what a fence can be',
      { ...held, fence: Number.MAX_SAFE_INTEGER },
      'fence is "9007199254740991"',
    ],
    ['has a fraction of a fence', { ...held, fence: 1.5 }, 'fence is "1.5"'],
    ['has a text as its fence', { ...held, fence: '7' }, 'fence is "7"'],
    ['has a list as its holder', { ...held, owner: ['x'] }, 'owner is "a list"'],
    ['has a holder of garbage', { ...held, owner: `\u202e${'x'.repeat(5_000)}` }, `owner is "?${'x'.repeat(59)}…"`],
    ['has lost its fields', { name: 'limits' }, 'owner is missing, fence is missing, expiresAtMs is missing'],
    ['ends before the epoch', { ...held, expiresAtMs: -1 }, 'expiresAtMs is "-1"'],
  ])('that %s is reported as it stands, and free after the longest lease at the latest', (_what, row, words) => {
    const { tookMs, found } = askUntilFree(row);

    expect(found).toEqual([words]);
    expect(tookMs).toBeLessThanOrEqual(leaseDurationMaxMs);
  });

  test('holds up nobody, whatever stands there, and the fence rises above the clock', () => {
    const anything = fc.oneof(
      fc.constant(undefined),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.maxSafeInteger(),
      fc.date().map(Number),
      fc.constant(null),
    );
    const row = fc.record({ name: fc.constant('limits'), owner: anything, fence: anything, expiresAtMs: anything });

    fc.assert(
      fc.property(row, (drawn) => {
        const { lease, tookMs } = askUntilFree(drawn);

        expect(tookMs).toBeLessThanOrEqual(leaseDurationMaxMs + 5 * minuteMs);
        expect(lease.fence).toBeGreaterThanOrEqual(nowMs);
      }),
      { numRuns: 100 },
    );
  });
});

test('who holds a lease keeps it while somebody tampers with its end: two runs still do the work of one', () => {
  const ends = fc.oneof(fc.maxSafeInteger(), fc.constantFrom('soon', null, undefined, -5, 0.5));
  const tamperings = fc.array(fc.record({ atMinute: fc.integer({ min: 0, max: 120 }), end: ends }), { maxLength: 4 });

  fc.assert(
    fc.property(tamperings, (drawn) => {
      let row: Row = { name: 'limits', owner: 'holder', fence: nowMs, expiresAtMs: nowMs + durationMs };
      for (let minute = 0; minute <= 120; minute += 1) {
        const atMs = nowMs + minute * minuteMs;
        // The holder renews as soon as half of its lease is over, by owner and fence alone.
        if (minute % 5 === 0 && row['owner'] === 'holder' && row['fence'] === nowMs) {
          row = { ...row, expiresAtMs: atMs + durationMs };
        }
        const tampering = drawn.find(({ atMinute }) => atMinute === minute);
        // Somebody who writes a plausible end writes what a run could have written: that is for the policy of the table.
        const isPlausible =
          typeof tampering?.end === 'number' && tampering.end >= 0 && tampering.end < atMs + durationMs;
        row = tampering === undefined || isPlausible ? row : { ...row, expiresAtMs: tampering.end };

        const decision = decideLease(row, { ...claim, nowMs: atMs });

        expect(decision.kind).toBe('held');
        row = decision.kind === 'held' && decision.repaired !== undefined ? { ...decision.repaired } : row;
      }
    }),
    { numRuns: 100 },
  );
});

test('a fence that was set back does not stop writes: the next one is made of the clock', () => {
  const decision = decideLease({ ...held, fence: 1, expiresAtMs: 0 }, claim);

  expect(decision).toMatchObject({ kind: 'acquired', lease: { fence: nowMs } });
});

test('a fence that is above the clock of a run is one more, so that clocks may be apart', () => {
  const decision = decideLease({ ...held, fence: nowMs + minuteMs, expiresAtMs: 0 }, claim);

  expect(decision).toEqual({
    kind: 'acquired',
    lease: { name: 'limits', owner: 'night', fence: nowMs + minuteMs + 1, expiresAtMs: nowMs + durationMs },
  });
});

test('the first lease has the clock as its fence, which is never under 1', () => {
  expect(decideLease(undefined, claim)).toStrictEqual({
    kind: 'acquired',
    lease: { name: 'limits', owner: 'night', fence: nowMs, expiresAtMs: nowMs + durationMs },
  });
  expect(decideLease(undefined, { ...claim, nowMs: 0 })).toMatchObject({ lease: { fence: 1 } });
});

test('the holder of a lease acquires it again, longer and with the same fence', () => {
  expect(decideLease({ ...held, owner: 'night' }, claim)).toStrictEqual({
    kind: 'acquired',
    lease: { name: 'limits', owner: 'night', fence: nowMs - 5, expiresAtMs: nowMs + durationMs },
  });
});

test('a holder whose fence cannot be read waits as others do, and the row is repaired', () => {
  expect(decideLease({ ...held, owner: 'night', fence: 'x' }, claim)).toMatchObject({
    kind: 'held',
    repaired: { owner: 'night', fence: nowMs },
  });
});

test('a lease is free from the very moment at which it ends', () => {
  expect(decideLease({ ...held, expiresAtMs: nowMs }, claim)).toMatchObject({ kind: 'acquired' });
  expect(decideLease(held, claim)).toStrictEqual({ kind: 'held', untilMs: nowMs + 1 });
});

test('an end is believed as far ahead as the longest lease and five minutes between two clocks', () => {
  const furthest = nowMs + leaseDurationMaxMs + 5 * minuteMs;

  expect(decideLease({ ...held, expiresAtMs: furthest }, claim)).toStrictEqual({ kind: 'held', untilMs: furthest });
  expect(decideLease({ ...held, expiresAtMs: furthest + 1 }, claim)).toMatchObject({
    kind: 'held',
    untilMs: nowMs + leaseDurationMaxMs,
    repaired: { ...held, expiresAtMs: nowMs + leaseDurationMaxMs },
  });
});

test('a fence is believed up to two hours ahead of the clock', () => {
  const tampering = (fence: number) => decideLease({ ...held, fence }, claim).tampering?.found;

  expect(tampering(nowMs + fenceAheadMaxMs)).toBeUndefined();
  expect(tampering(nowMs + fenceAheadMaxMs + 1)).toMatch(/^fence is/u);
  expect(fenceAheadMaxMs).toBe(2 * 60 * minuteMs);
  expect(highestFence(nowMs)).toBe(nowMs + 4 * 60 * minuteMs);
});

test('a name of two hundred characters holds a lease, and a longer one or none does not', () => {
  const found = (owner: string) => decideLease({ ...held, owner }, claim).tampering?.found;

  expect(found('x'.repeat(200))).toBeUndefined();
  expect(found('x'.repeat(201))).toMatch(/^owner is "x{60}…"$/u);
  expect(found('')).toBe('owner is ""');
});

test.for([
  [7n, 'fence is "7"'],
  [null, 'fence is "a null"'],
  [{ of: 7 }, 'fence is "a object"'],
  [true, 'fence is "a boolean"'],
] as const)('a fence that is %s is shown as %s', ([fence, words]) => {
  expect(decideLease({ ...held, fence }, claim).tampering?.found).toBe(words);
});
