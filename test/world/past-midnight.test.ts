import { expect, test } from 'vitest';

import { enforceBudgets } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { PlatformUnavailableError } from '../../shared/kernel/runs/ports.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { checkInvariants } from './check-invariants.ts';
import { runDurably } from './durable-world.ts';
import { handOver } from './edit-world.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  setBudgets,
  windowStartOf,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { largeOrganization } from './scenarios.ts';
import { minuteMs } from './virtual-clock.ts';

/* A run that goes on past midnight: the limits that it has planned are of a day, and maybe of a window, that is over. */

const turn = '2026-02-01';
const windowStart = windowStartOf(turn);

/** Limits that follow use: those of the old window are wide open in the new one. */
const organization = largeOrganization(250);
const paced = {
  ...organization,
  members: organization.members.map((member) => ({ ...member, demand: [300] })),
  isEnforced: false,
  budgets: [{ scope: 'default', window: 'day', amount: 500 }],
} as const;

async function worldBeforeTurn(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(paced);
  await runEnforcement(world, '2026-01-31');
  setBudgets(world, [{ scope: 'default', window: 'day', amount: 600 }]);
  return world;
}

/** From the second PUT on the platform asks to be left alone, until an instant. */
function turnedAwayUntil(world: EnforcementWorld, until: string) {
  let puts = 0;
  return (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    limitWriter: {
      async setLimits(entries) {
        puts += 1;
        if (puts > 1 && world.clock.now() < instantOf(until)) {
          throw new PlatformUnavailableError('429', { retryAfterMs: 4 * minuteMs });
        }
        return ports.limitWriter.setLimits(entries);
      },
    },
  });
}

test.for([
  ['at the turn of a window', '2026-01-31', turn],
  ['on any other day', '2026-01-25', '2026-01-26'],
] as const)('no limit of a day is sent after it, though the run goes on: %s', async ([, day, dayAfter]) => {
  const world = anEnforcementWorld(paced);
  await runEnforcement(world, day);
  setBudgets(world, [{ scope: 'default', window: 'day', amount: 600 }]);
  const putsBefore = world.platform.puts.length;

  const { result } = await runDurably(world, {
    at: `${day}T23:40:00.000Z`,
    apply: { actor: 'ada', isApproved: true },
    alter: turnedAwayUntil(world, `${dayAfter}T00:10:00.000Z`),
  });

  expect(result.held).toBeUndefined();
  expect(result).toMatchObject({ status: 'partial', isUnfinished: true, capsChanged: 100 });
  expect(result.problems).toEqual([expect.stringContaining('the day ended')]);
  expect(world.platform.puts).toHaveLength(putsBefore + 1);
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('a run for edits that waited past the turn of a window sets the limits of the new one', async () => {
  const world = await worldBeforeTurn();
  world.clock.moveTo(instantOf('2026-01-31T23:55:00.000Z'));
  await occupy(world, 8);
  const putsBefore = world.platform.puts.length;

  const { enforcement } = await handOver(world, [{ scope: 'default', window: 'day' }], { patienceMs: 60 * minuteMs });

  expect(enforcement?.run.at.slice(0, 10)).toBe(turn);
  const limits = world.platform.puts
    .slice(putsBefore)
    .flatMap(({ entries }) => entries.map(({ limitCredits }) => limitCredits));
  expect([...new Set(limits)]).toEqual([600]);
});

test('a window start that meets another run waits for it, and closes the limits that the old window left open', async () => {
  const world = await worldBeforeTurn();
  const { clock, stores, platform, settings } = world;
  clock.moveTo(instantOf(windowStart.at));
  await occupy(world, 14);
  const caller = { runId: windowStart.runId, asOfMs: instantOf(windowStart.at) };
  const steps = immediateSteps(async (ms) => clock.moveBy(ms));

  const { outcome } = await enforceBudgets({ clock, ...stores, ...platform.calledBy(caller), steps }, settings, {
    runId: windowStart.runId,
    atMs: instantOf(windowStart.at),
    kind: 'window-start',
    dryRun: false,
    onlyIfUnfinished: false,
    stopAtMs: clock.now() + 180 * minuteMs,
    patienceMs: 120 * minuteMs,
  });

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 250 });
  const sentAt = (await stores.limits.list()).map(({ confirmed }) => confirmed?.at ?? '');
  expect(sentAt.toSorted()[0]).toMatch(/^2026-02-01T00:(19|2[0-4])/);
});

test('a window start that is the only run is made at once', async () => {
  const world = await worldBeforeTurn();
  world.clock.moveTo(instantOf(windowStart.at));

  const { outcome } = await invoke(world, windowStart);

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 250 });
});

/** Another run has the lease for so many minutes. */
async function occupy({ stores, clock }: EnforcementWorld, minutes: number): Promise<void> {
  await stores.leases.acquire('limits', { owner: 'another', nowMs: clock.now(), durationMs: minutes * minuteMs });
}
