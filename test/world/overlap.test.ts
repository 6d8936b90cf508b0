import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Around } from './around-ports.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart, type EndState } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  type Invocation,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';
import { hourMs, minuteMs } from './virtual-clock.ts';

const tonight = '2026-01-20';
const event: Invocation = { runId: 'night-2026-01-20', at: tonight };

const pairs: readonly { readonly title: string; readonly second: Invocation }[] = [
  { title: 'the same event twice', second: event },
  { title: 'two events of one night', second: { runId: 'night-again', at: '2026-01-20T02:30:30Z' } },
  {
    title: 'a run by hand beside the schedule',
    second: { runId: 'by-hand', at: '2026-01-20T02:31:00Z', onlyIfUnfinished: false },
  },
  { title: 'last night delivered late', second: { runId: 'night-2026-01-19', at: '2026-01-19' } },
];

/** Minutes that pass at some calls: long enough, now and then, for a lease to run out. */
const pauses = fc.array(fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.constantFrom(1, 6, 11, 61)), {
  minLength: 60,
  maxLength: 140,
});

test.for(pairs)('overlapping runs, $title, do the work of one', { timeout: roundsTimeoutMs }, async ({ second }) => {
  const alone = await worldBefore();
  await invoke(alone, event);
  await runEnforcement(alone, '2026-01-21');
  const expected = await endStateOf(alone);

  await fc.assert(
    fc.asyncProperty(fc.scheduler(), pauses, fc.boolean(), async (scheduler, pausesMin, isSwapped) => {
      const world = await worldBefore();
      const around = interleaved(world, scheduler, pausesMin);
      const invocations = isSwapped ? [second, event] : [event, second];
      const running = Promise.all(
        invocations.map(async (each) => invoke(world, { ...each, around, stopAfterMs: 24 * hourMs })),
      );
      await scheduler.waitFor(running);
      expect(await checkInvariants(world, 'any')).toEqual([]);

      world.clock.moveTo(instantOf('2026-01-20T23:00:00Z'));
      await invoke(world, { runId: 'night-takes-up', at: '2026-01-20T23:00:00Z' });
      expect(await checkInvariants(world, 'any')).toEqual([]);
      await runEnforcement(world, '2026-01-21');
      expect(await checkInvariants(world, 'settled')).toEqual([]);
      const mailIds = world.sender.delivered().map(({ mailId }) => mailId);
      expect(mailIds.filter((mailId) => mailId.startsWith('failed/'))).toEqual([]);
      expect(comparable(await endStateOf(world), second)).toEqual(comparable(expected, second));
    }),
    rounds(20),
  );
});

/** What a late run did on its way, before a newer one overtook it, is in the journal for good reason. */
function comparable(state: EndState, second: Invocation) {
  const isLate = instantOf(second.at) < instantOf(event.at);
  return { ...lastingPart(state), facts: isLate ? [] : state.facts };
}

async function worldBefore(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ ...withOwnBudgetsAlone(smallOrganization), isEnforced: false });
  await runEnforcement(world, '2026-01-18');
  world.clock.moveTo(instantOf(tonight));
  return world;
}

/** Every call of every port waits for its turn, before it is made and before its answer is heard. */
function interleaved(world: EnforcementWorld, scheduler: fc.Scheduler, pausesMin: readonly number[]): Around {
  let calls = 0;
  return async (call, perform) => {
    await scheduler.schedule(Promise.resolve(), call.name);
    world.clock.moveBy((pausesMin[calls] ?? 0) * minuteMs);
    calls += 1;
    const answer = await perform();
    await scheduler.schedule(Promise.resolve(), `${call.name} answered`);
    return answer;
  };
}
