import { stdout } from 'node:process';

import { describe, expect, test } from 'vitest';

import { isSoak, roundsTimeoutMs } from '../../../world/rounds.ts';
import { guard } from './curfew.ts';
import { eventsOf } from './events.ts';
import { explore } from './explore.ts';
import { scenarios } from './scenarios.ts';

/*
 * Small worlds, tried out whole: three people and a newcomer, two pools, limits of up to 4 credits, and all orders of
 * some events. After each event everything that was said to be kept is added up by the account of the platform. What is
 * left out: an edit's run while an address has changed hands and no roster has shown it yet; for the limit reaches
 * whoever has the address.
 */

/** Two events in each scenario take a second; three a quarter of a minute; each one more fifty times as long. */
const depth = isSoak ? 3 : 2;

describe('every small world', () => {
  test.each(scenarios)('$name: what is said to be kept is kept', { timeout: roundsTimeoutMs }, (scenario) => {
    const { worlds, broken, promises } = explore(scenario, depth);

    stdout.write(`${scenario.name}: ${worlds} worlds, all orders of ${depth} events\n`);
    expect(broken).toBeUndefined();
    expect(promises).toBeGreaterThan(1_000);
  });

  test(
    'all orders of six events that do not repeat what another does are kept too',
    { timeout: roundsTimeoutMs },
    () => {
      const names = [
        'the day closes, for 0 applied',
        'an edit, for 1 lost-applied',
        'everybody consumes',
        'the run is skipped',
      ];
      for (const scenario of scenarios) {
        const only = new Set([...names, eventsOf(scenario, guard).at(-3)?.name]);
        const { worlds, broken } = explore(scenario, 6, { only: ({ name }) => only.has(name) });

        stdout.write(`${scenario.name}: ${worlds} worlds, all orders of 6 of ${only.size} events\n`);
        expect(broken).toBeUndefined();
      }
    },
  );
});
