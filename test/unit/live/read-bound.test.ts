import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { LiveMember } from '../../../shared/live/live-pool.ts';
import { raiseOf, readBound, upperTotal } from '../../../shared/live/read-bound.ts';
import { partOf } from '../../support/part-of.ts';

const member = (userId: string, knownCredits: number, limits: [inForce: number, highest: number]): LiveMember => ({
  userId,
  knownCredits,
  inForceCredits: limits[0],
  highestCredits: limits[1],
});

describe('the bound of a reading', () => {
  test('holds what the limits in force leave, and the total of what earlier limits allowed', () => {
    const members = [member('a', 100, [150, 600]), member('b', 50, [300, 300])];

    expect(readBound(members, { totalCredits: 40, inFlightCredits: 0 })).toBe(50 + 250 + 40);
  });

  test('holds no more than earlier limits allowed, however large the total', () => {
    const members = [member('a', 100, [150, 600])];

    expect(readBound(members, { totalCredits: 10_000, inFlightCredits: 0 })).toBe(500);
  });

  test('counts a running turn of each member whose limit was lowered', () => {
    const members = [member('a', 0, [0, 600]), member('b', 0, [0, 600]), member('c', 0, [10, 10])];

    expect(readBound(members, { totalCredits: 40, inFlightCredits: 5 })).toBe(10 + 40 + 2 * 5);
  });

  test('leaves nothing of a limit below what is known', () => {
    expect(readBound([member('a', 100, [80, 80])], { totalCredits: 40, inFlightCredits: 0 })).toBe(0);
  });

  test('is never passed by any use that the total and the limits admit', () => {
    const drawn = fc.array(
      fc.tuple(fc.nat(5), fc.nat(8), fc.nat(8), fc.nat(8)).map(([known, inForce, above, used]) => {
        const highest = inForce + above;
        return { ...member('u', known, [inForce, highest]), used: Math.min(used, Math.max(0, highest - known)) };
      }),
      { maxLength: 5 },
    );

    fc.assert(
      fc.property(drawn, (members) => {
        const totalCredits = members.reduce((sum, { used }) => sum + used, 0);
        const end = members.reduce(
          (sum, { knownCredits, inForceCredits, used }) =>
            sum + Math.max(knownCredits + used, inForceCredits) - knownCredits,
          0,
        );

        expect(end).toBeLessThanOrEqual(readBound(members, { totalCredits, inFlightCredits: 0 }));
      }),
      { numRuns: 200 },
    );
  });
});

test('the upper total adds the share and the fixed amount, rounded up', () => {
  expect(upperTotal({ credits: 101, beganAtMs: 0 }, partOf({ errorPercent: 25, slackCredits: 7 }))).toBe(127 + 7);
});

describe('a raise', () => {
  test('adds what it allows beyond the limit in force', () => {
    expect(raiseOf({ knownCredits: 10, inForceCredits: 100 }, 130)).toBe(30);
  });

  test('adds only what it allows beyond the known use', () => {
    expect(raiseOf({ knownCredits: 120, inForceCredits: 100 }, 130)).toBe(10);
  });

  test('adds nothing where it lowers', () => {
    expect(raiseOf({ knownCredits: 10, inForceCredits: 100 }, 40)).toBe(0);
  });
});
