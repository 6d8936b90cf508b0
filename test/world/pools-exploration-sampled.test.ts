import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { explore } from './small-pools/explore.ts';
import { allGuards } from './small-pools/guards.ts';
import type { Fault, Scenario, SmallUser } from './small-pools/scenario.ts';

/*
 * Worlds that nobody thought of, each tried out whole. The platform window turns on 1 April in half of them. Where a
 * strict pool spans the turn nothing may go wrong on the way, for a refused row on the night before it cannot be
 * covered.
 */
const faults: readonly Fault[] = ['lost-applied', 'lost-not-applied', 'refused-row', 'late-data'];

const users = fc
  .array(
    fc.record({
      used: fc.integer({ min: 0, max: 2 }),
      headroom: fc.integer({ min: 0, max: 2 }),
      reserved: fc.option(
        fc.record({
          upTo: fc.integer({ min: 1, max: 5 }),
          fromDay: fc.integer({ min: 0, max: 2 }),
          isHigh: fc.boolean(),
        }),
        { nil: undefined },
      ),
    }),
    { minLength: 2, maxLength: 3 },
  )
  .map((drawn) =>
    drawn.map(({ used, headroom, reserved }, index): SmallUser & { readonly limit: number } => ({
      name: ['a', 'b', 'c'][index] ?? 'd',
      usedBefore: used,
      limit: used + headroom,
      ...(reserved !== undefined && { reserved }),
    })),
  );

const scenario = fc
  .record({
    users,
    window: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'quarter' as const),
    isAtTurn: fc.boolean(),
    spare: fc.integer({ min: 0, max: 1 }),
    wishes: fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 3,
    }),
    inFlightCredits: fc.constantFrom(0, 0, 1),
    extraRunMinutes: fc.constantFrom([], [], [23 * 60 + 45]),
  })
  .map((drawn): Scenario => {
    const days = drawn.users.length === 2 ? 3 : 2;
    const isSpanning = drawn.isAtTurn && drawn.window !== 'month';
    // A window that began before the first day holds the use before it; a day that begins with the world does not.
    const isBegun = drawn.window === 'month' || drawn.window === 'quarter';
    const usedBefore = isBegun ? drawn.users.reduce((sum, user) => sum + user.usedBefore, 0) : 0;
    const exposed = drawn.users.reduce((sum, user) => sum + user.limit - user.usedBefore + drawn.inFlightCredits, 0);
    return {
      name: 'a drawn world',
      // Mondays: the turn comes on Wednesday, or, in a month with none in sight, not at all.
      firstDay: drawn.isAtTurn ? (days === 3 ? '2026-03-30' : '2026-03-31') : '2026-03-09',
      days,
      users: drawn.users,
      pools: [
        {
          name: 'org',
          window: drawn.window,
          amount: usedBefore + exposed + drawn.spare,
          members: drawn.users.map(({ name }) => name),
          usedBefore,
        },
      ],
      platformWindow: { anchorDay: 1 },
      assumptions: { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: drawn.inFlightCredits },
      wishes: drawn.wishes,
      extraRunMinutes: isSpanning ? [] : drawn.extraRunMinutes,
      faultsMax: isSpanning ? 0 : 1,
      faults,
    };
  });

test('no drawn world ends with a strict pool overspent, or exposed after a PUT', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(scenario, (drawn) => {
      const { overspent, exposed, unpromisedRuns } = explore(drawn, allGuards);

      expect({ overspent, exposed, unpromisedRuns }).toEqual({
        overspent: undefined,
        exposed: undefined,
        unpromisedRuns: 0,
      });
    }),
    { numRuns: 40, seed: 20_260_310, interruptAfterTimeLimit: 8_000 },
  );
});
