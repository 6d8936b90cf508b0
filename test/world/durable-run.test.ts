import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import { aStillWorld, night, runDurably } from './durable-world.ts';
import { endStateOf } from './end-state.ts';
import { runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { largeOrganization, smallOrganization } from './scenarios.ts';
import { inTurn } from './sudden-end.ts';

const organizations = [
  ['a small organization', smallOrganization],
  ['an organization of several pages and PUTs', largeOrganization(105)],
] as const;

/** What is killed in one way in one of them is killed in the other way in the other. */
function turnOf(scenario: (typeof organizations)[number][1]): number {
  return organizations.findIndex(([, each]) => each === scenario);
}

async function endOf(world: EnforcementWorld) {
  const tonight = await endStateOf(world);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
  return tonight;
}

test.for(organizations)('a night of %s, done durably, ends as it does in one process', async ([, scenario]) => {
  const [inOne, durably] = [aStillWorld(scenario), aStillWorld(scenario)];
  await runEnforcement(inOne, night);

  const { result, invocations } = await runDurably(durably);

  expect(result.status).toBe('complete');
  expect(invocations).toBe(1);
  expect(await endOf(durably)).toEqual(await endOf(inOne));
});

test.for(organizations)(
  'a night of %s that is killed at any checkpoint goes on from there to the same end',
  { timeout: roundsTimeoutMs },
  async ([, scenario]) => {
    const undisturbed = aStillWorld(scenario);
    const { checkpoints } = await runDurably(undisturbed);
    const expected = await endOf(undisturbed);

    for (let checkpoint = 1; checkpoint <= checkpoints; checkpoint += 1) {
      for (const when of inTurn(['before', 'after'] as const, checkpoint + turnOf(scenario))) {
        const label = `${when} checkpoint ${checkpoint}`;
        const world = aStillWorld(scenario);
        const { result, invocations } = await runDurably(world, { kill: { checkpoint, when } });

        expect({ label, invocations, status: result.status }).toEqual({ label, invocations: 2, status: 'complete' });
        expect({ label, ...(await endOf(world)) }).toEqual({ label, ...expected });
      }
    }
  },
);

test.for(organizations)(
  'a night of %s that is killed at any effect goes on in its next invocation to the same end',
  { timeout: roundsTimeoutMs },
  async ([, scenario]) => {
    const undisturbed = aStillWorld(scenario);
    const { effects } = await runDurably(undisturbed);
    const expected = await endOf(undisturbed);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of inTurn(['before', 'after-unheard'] as const, effect + turnOf(scenario))) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = aStillWorld(scenario);
        const { result } = await runDurably(world, { stop: { effect, disturbance } });

        expect({ label, status: result.status }).toEqual({ label, status: 'complete' });
        expect({ label, ...(await endOf(world)) }).toEqual({ label, ...expected });
      }
    }
  },
);
