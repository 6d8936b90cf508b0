import { expect, test } from 'vitest';

import type { Steps } from '../../shared/kernel/runs/ports.ts';
import { checkInvariants } from './check-invariants.ts';
import { aStillWorld, night, runDurably } from './durable-world.ts';
import { endStateOf } from './end-state.ts';
import { instantOf, invoke } from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { smallOrganization } from './scenarios.ts';
import { hourMs } from './virtual-clock.ts';

/* AWS ends an execution on the version of the code that began it. Here it does not. */

/** The same steps under other names, as another version of the code might have them. */
function renamed(steps: Steps): Steps {
  return {
    run: async (name, work) => steps.run(`${name} of late`, work),
    wait: async (name, durationMs) => steps.wait(`${name} of late`, durationMs),
    group: async (name, work) => steps.group(`${name} of late`, async (inner) => work(renamed(inner))),
  };
}

/** The first invocation runs the old code, every other one the new. */
function oldThenNew(): (steps: Steps) => Steps {
  let invocations = 0;
  return (steps) => {
    invocations += 1;
    return invocations === 1 ? steps : renamed(steps);
  };
}

test(
  'new code that meets the checkpoints of an old one ends the run, and the next run finishes the night',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = aStillWorld(smallOrganization);
    const { checkpoints } = await runDurably(undisturbed);
    const expected = await endStateOf(undisturbed);

    for (let checkpoint = 1; checkpoint <= checkpoints; checkpoint += 1) {
      const label = `after checkpoint ${checkpoint}`;
      const world = aStillWorld(smallOrganization);
      const broken = runDurably(world, { kill: { checkpoint, when: 'after' }, stepsOf: oldThenNew() });
      await expect(broken).rejects.toThrow('Non-deterministic execution detected');
      expect({ label, violations: await checkInvariants(world, 'any') }).toEqual({ label, violations: [] });

      world.clock.moveTo(instantOf(night) + hourMs);
      const { outcome } = await invoke(world, { runId: 'next', at: `${night}T03:30:00.000Z` });

      expect({ label, status: outcome.status }).toEqual({ label, status: 'complete' });
      expect({ label, ...(await endStateOf(world)) }).toEqual({ label, ...expected });
    }
  },
);
