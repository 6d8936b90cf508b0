import { describe, expect, test } from 'vitest';

import { explore } from './small-pools/explore.ts';
import { allGuards, removals } from './small-pools/guards.ts';
import { scenarios } from './small-pools/scenario.ts';

/*
 * Small worlds, tried out whole. In each, every user consumes any number of credits that the platform lets through in
 * every stretch between midnights and runs; every PUT is done, loses its answer (applied or not) or has a row refused;
 * data comes late or says too little of yesterday. What is left out:
 * - More than three users, four days or six credits, and more than two faults on a path. Rules do not depend on sizes,
 *   but a fault that needs three others first would not be found here.
 * - Users within one stretch take turns in no order: each is bound by a limit of their own, so no order matters.
 * - Within a stretch the whole of it is used under the highest limit of it: moments inside are not told apart.
 * - A lost PUT that the platform applies only after a later one was confirmed; a day that is restated after it settled;
 *   a run that does not come on the night before a turn that a strict pool spans; a refused row on that night. The
 *   promise does not cover these: docs/pools.md says so.
 * - Overcommit: there is nothing to keep.
 */
describe('everything that can happen in a small world', () => {
  test.each(scenarios)('$name: a strict pool is never overspent, and stays covered after every PUT', (scenario) => {
    const exploration = explore(scenario, allGuards);

    expect(exploration.overspent).toBeUndefined();
    expect(exploration.exposed).toBeUndefined();
    expect(exploration.worlds).toBeGreaterThan(100);
    expect(exploration.promisedEnds).toBeGreaterThan(0);
  });

  test('the promise stands after every run while nobody is without a limit', () => {
    const settled = scenarios.filter(({ users }) => users.every(({ limit }) => limit !== undefined));

    const unpromised = settled
      .filter(({ faultsMax }) => faultsMax < 2)
      .map((one) => explore(one, allGuards).unpromisedRuns);

    expect(unpromised).toEqual(unpromised.map(() => 0));
  });

  test.each(removals)('without the rule that $guard, a pool is overspent', ({ scenario: name, guards }) => {
    const scenario = scenarios.find((candidate) => candidate.name === name);

    const exploration = scenario === undefined ? undefined : explore(scenario, guards);

    expect(exploration?.overspent).toMatch(/is overspent/);
  });
});
