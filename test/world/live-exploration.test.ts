import { describe, expect, test } from 'vitest';

import { exploreLive } from './live-worlds/explore-live.ts';
import { allLiveGuards, liveRemovals } from './live-worlds/live-guards.ts';
import { largeLiveScenario, liveScenarios } from './live-worlds/live-scenario.ts';
import { isSoak, roundsTimeoutMs } from './rounds.ts';

/*
 * One day tried out whole, with runs that read totals, take and give between the nights. Every user consumes any number
 * of credits that the platform lets through; every PUT is felt at once or as late as assumed, done, refused, or loses its
 * answer; totals are exact, late, short within the allowance, too long, incomplete, or wholly wrong; and whoever hints
 * name gets all that is free. What is left out:
 * - More than three users, four readings or six credits, and more than one fault on a path.
 * - What a session is and how its figures are added up: `session-totals.test.ts` and `live-months.test.ts`.
 * - The night between two days, and the turn of the platform window: `live-months.test.ts`.
 */
describe('everything that can happen between two nights in a small world', () => {
  test.each(liveScenarios)('$name: no pool is overspent', (scenario) => {
    const exploration = exploreLive(scenario, allLiveGuards);

    expect(exploration.overspent).toBeUndefined();
    expect(exploration.givenAfterReadings).toBeGreaterThan(10);
  });

  test.each(liveRemovals)('without the rule that $guard, a pool is overspent', ({ scenario: name, guards }) => {
    const scenario = liveScenarios.find((candidate) => candidate.name === name);

    const exploration = scenario === undefined ? undefined : exploreLive(scenario, guards);

    expect(exploration?.overspent).toMatch(/is overspent/);
  });

  test.runIf(isSoak)(
    'a day of many runs on which everything may go wrong: no pool is overspent',
    { timeout: roundsTimeoutMs },
    () => {
      const exploration = exploreLive(largeLiveScenario, allLiveGuards);

      expect(exploration.overspent).toBeUndefined();
      expect(exploration.worlds).toBeGreaterThan(50_000);
    },
  );
});
