import { expect, test } from 'vitest';

import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { PlatformUnavailableError } from '../../shared/kernel/runs/ports.ts';
import { checkInvariants } from './check-invariants.ts';
import { aStillWorld, night, runDurably } from './durable-world.ts';
import { endStateOf } from './end-state.ts';
import { instantOf, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { largeOrganization } from './scenarios.ts';
import { minuteMs } from './virtual-clock.ts';

const organization = largeOrganization(250);

function turnedAway(retryAfterMs?: number): PlatformUnavailableError {
  return new PlatformUnavailableError('429', { retryAfterMs });
}

/** Turns the first `times` calls of one kind away, from the `from`th on. */
function refusing({ from = 1, times }: { readonly from?: number; readonly times: number }, retryAfterMs?: number) {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls >= from && calls < from + times) {
      throw turnedAway(retryAfterMs);
    }
  };
}

function withRoster(refuse: () => void) {
  return (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    roster: {
      async *read(from) {
        refuse();
        yield* ports.roster.read(from);
      },
    },
  });
}

function withPuts(refuse: () => void) {
  return (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    limitWriter: {
      setLimits: async (entries) => {
        refuse();
        return ports.limitWriter.setLimits(entries);
      },
    },
  });
}

function callsOf({ calls }: EnforcementWorld, name: string): number {
  return calls.filter((call) => call.name === name).length;
}

async function undisturbedEnd() {
  const world = aStillWorld(organization);
  await runEnforcement(world, night);
  return endStateOf(world);
}

test('a platform that asks to be left alone is waited for without an invocation, and no page is read twice', async () => {
  const world = aStillWorld(organization);

  const { result, invocations } = await runDurably(world, {
    alter: withRoster(refusing({ from: 2, times: 2 }, 120_000)),
  });

  expect(result.status).toBe('complete');
  expect(invocations).toBe(3);
  expect(world.clock.now() - instantOf(night)).toBeGreaterThanOrEqual(240_000);
  expect(callsOf(world, 'rosterPages.put')).toBe(3);
  expect(await endStateOf(world)).toEqual(await undisturbedEnd());
});

test('limits that the platform turns away for now are sent after the wait, and nothing else is sent twice', async () => {
  const world = aStillWorld(organization);

  const { result, invocations } = await runDurably(world, { alter: withPuts(refusing({ from: 2, times: 3 }, 90_000)) });

  expect(result).toMatchObject({ status: 'complete', capsFailed: 0 });
  expect(invocations).toBe(4);
  expect(world.platform.puts.flatMap(({ entries }) => entries).length).toBe(
    new Set(world.platform.puts.flatMap(({ entries }) => entries.map(({ email }) => email))).size,
  );
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a wish for a day is waited for in steps that the lease outlasts, and the run ends on its own account', async () => {
  const world = aStillWorld(organization);

  const { result } = await runDurably(world, {
    alter: withRoster(() => {
      throw turnedAway(86_400_000);
    }),
  });

  expect(result).toMatchObject({ status: 'failed', problems: ['429'] });
  expect(world.clock.now() - instantOf(night)).toBeLessThan(90 * minuteMs);
});

test('a platform that answers each call after many refusals holds no run for longer than the run has', async () => {
  const world = aStillWorld(organization);
  const runMs = 180 * minuteMs;
  let calls = 0;

  const { result } = await runDurably(world, {
    stopAtMs: instantOf(night) + runMs,
    alter: withRoster(() => {
      calls += 1;
      if (calls % 19 !== 0) {
        world.clock.moveBy(4 * minuteMs);
        throw turnedAway(4 * minuteMs);
      }
    }),
  });

  expect(result).toMatchObject({ status: 'failed', problems: [expect.stringContaining('deadline')] });
  expect(world.clock.now() - instantOf(night)).toBeLessThan(runMs + 10 * minuteMs);
  expect((await world.stores.runs.find(`night-${night}`))?.outcome?.status).toBe('failed');
});

test('a platform that stays away in the middle of the limits leaves a run that is partial, with what it has done', async () => {
  const world = aStillWorld(organization);

  const { result } = await runDurably(world, { alter: withPuts(refusing({ from: 2, times: 1_000 })) });

  expect(result).toMatchObject({ status: 'partial', isUnfinished: true });
  expect(result.capsChanged).toBeGreaterThan(0);
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('an invocation without time for another step leaves it to the next one', async () => {
  const world = aStillWorld(organization);
  let looks = 0;

  const { result, invocations } = await runDurably(world, {
    hasTimeLeft: () => {
      looks += 1;
      return looks % 4 !== 0;
    },
  });

  expect(result.status).toBe('complete');
  expect(invocations).toBeGreaterThan(4);
  expect(await endStateOf(world)).toEqual(await undisturbedEnd());
});

test('a run whose lease another one took while it waited changes nothing any more, and says so', async () => {
  const world = aStillWorld(organization);
  const { clock, stores } = world;
  const takeOver = () => {
    clock.moveBy(11 * minuteMs);
    void stores.leases.acquire('limits', { owner: 'another', nowMs: clock.now(), durationMs: 10 * minuteMs });
  };
  let puts = 0;

  const { result } = await runDurably(world, {
    alter: withPuts(() => {
      puts += 1;
      if (puts === 2) {
        takeOver();
        throw turnedAway(1_000);
      }
    }),
  });

  expect(result).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
  expect(world.platform.puts).toHaveLength(1);
});
