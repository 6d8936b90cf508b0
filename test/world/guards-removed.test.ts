import { expect, test } from 'vitest';

import { assertWithinBudget } from '../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../shared/caps/cap.ts';
import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { permitted } from '../support/permitted.ts';
import type { Around } from './around-ports.ts';
import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  type Invocation,
  type EnforcementWorld,
} from './enforcement-world.ts';
import { meanwhileAt } from './meanwhile.ts';
import {
  withJournalLast,
  withoutAttempts,
  withoutFence,
  withoutLease,
  withoutMemoryOfRuns,
  withoutOrder,
  withoutOutboxClaim,
} from './removed-guards.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

type Alter = (ports: EnforcementPorts) => EnforcementPorts;
const asItIs: Alter = (ports) => ports;

const tonight: Invocation = { runId: 'night-2026-01-20', at: '2026-01-20' };
const tomorrow: Invocation = { runId: 'night-2026-01-21', at: '2026-01-21' };

/** A history that goes well with every guard in place, and wrong without one. */
interface Trial {
  readonly guard: string;
  readonly removed: Alter;
  readonly breaks: string;
  readonly happen: (alter: Alter) => Promise<EnforcementWorld>;
}

const trials: readonly Trial[] = [
  {
    guard: 'the lease',
    removed: withoutLease,
    breaks: 'I9',
    // The older run stands still just before its PUT, for less than its lease lasts.
    happen: async (alter) =>
      twoRuns({
        alter,
        pausedAt: 'limitWriter.setLimits',
        pauseMs: 0,
        second: { runId: 'by-hand', at: '2026-01-20T02:31:00Z', onlyIfUnfinished: false },
      }),
  },
  {
    guard: 'the fence on what is known of limits',
    removed: withoutFence,
    breaks: 'I4',
    // The older run's PUT is answered, and the run stands still before it writes down the outcome.
    happen: async (alter) => twoRuns({ alter, pausedAt: 'journal.append', pauseMs: 24 * hourMs, second: tomorrow }),
  },
  {
    guard: 'the claim on a mail',
    removed: withoutOutboxClaim,
    breaks: 'I3',
    happen: async (alter) =>
      twoRuns({
        alter,
        pausedAt: 'outbox.move',
        pauseMs: hourMs,
        second: { runId: 'night-again', at: '2026-01-20T03:30:00Z' },
      }),
  },
  { guard: 'writing a limit down before it is sent', removed: withoutAttempts, breaks: 'I4', happen: stoppedAnywhere },
  { guard: 'telling the journal before the record', removed: withJournalLast, breaks: 'I7', happen: stoppedAnywhere },
  {
    guard: 'the memory of finished runs',
    removed: withoutMemoryOfRuns,
    breaks: 'I2',
    happen: async (alter) => {
      const world = await worldBefore();
      await invoke(world, { ...tonight, alter });
      world.clock.moveBy(hourMs);
      await invoke(world, { ...tonight, alter });
      return world;
    },
  },
  {
    guard: 'the order of nights',
    removed: withoutOrder,
    breaks: 'I9',
    happen: async (alter) => {
      const world = await worldBefore();
      world.clock.moveTo(instantOf(tomorrow.at));
      await invoke(world, { ...tomorrow, alter });
      await invoke(world, { ...tonight, alter });
      return world;
    },
  },
];

test.for(trials)(
  'without $guard the checker finds $breaks broken, and with it nothing',
  async ({ removed, breaks, happen }) => {
    const guarded = await checkInvariants(await happen(asItIs), 'any');
    const unguarded = await checkInvariants(await happen(removed), 'any');

    expect(guarded).toEqual([]);
    expect(unguarded.filter((violation) => violation.startsWith(breaks))).not.toEqual([]);
  },
);

test('without the trust gate the checker finds I1 and I4 broken, and with it nothing', async () => {
  const gateOpen = { toleranceShare: 1, collapseShare: 0 };

  // What is done for a pool on a day in doubt rests on limits that are in force.
  const guarded = await nightOnHalfADay({}, true);
  const unguarded = await nightOnHalfADay(gateOpen, false);

  expect(await checkInvariants(guarded, 'any')).toEqual([]);
  const violations = await checkInvariants(unguarded, 'any');
  expect(violations.some((violation) => violation.startsWith('I1'))).toBe(true);
  expect(violations.some((violation) => violation.startsWith('I4'))).toBe(true);
});

test('a limit above its budget is refused before it is sent; were it sent, the checker would find I4 broken', async () => {
  const world = await worldBefore();
  const tooHigh: SetCap = {
    kind: 'set',
    userId: 'u-ann',
    email: 'Ann@acme.example',
    fromCredits: undefined,
    limitCredits: 5_001,
    reason: 'no-limit-yet',
    binding: { scope: { kind: 'default' }, window: 'month', usedCredits: 1_000, headroomCredits: 4_000 },
  };

  expect(() => assertWithinBudget([tooHigh], world.settings.unlimitedCredits)).toThrow('within what was used');

  const { limitWriter } = world.platform.calledBy({ runId: 'unguarded', asOfMs: instantOf('2026-01-20') });
  await limitWriter.setLimits(permitted(tooHigh));
  expect(await checkInvariants(world, 'any')).toContain('I4: 5001 for Ann@acme.example, where 5000 is the most');
});

/** The first run stands still at its PUT, or at a call after it, while the second runs whole. */
async function twoRuns(how: {
  alter: Alter;
  pausedAt: string;
  pauseMs: number;
  second: Invocation;
}): Promise<EnforcementWorld> {
  const { alter, pausedAt, pauseMs, second } = how;
  const world = await worldBefore();
  const pause = meanwhileAt(pausedAt, async () => {
    world.clock.moveBy(pauseMs);
    await invoke(world, { ...second, alter });
  });
  await invoke(world, { ...tonight, alter, around: afterPut(pausedAt, pause), stopAfterMs: 48 * hourMs });
  return world;
}

/** Calls before the PUT do not count. */
function afterPut(name: string, pause: Around): Around {
  let isSent = false;
  return async (call, perform) => {
    if (call.name === 'limitWriter.setLimits' && name !== call.name) {
      const answer = await perform();
      isSent = true;
      return answer;
    }
    return isSent || call.name === 'limitWriter.setLimits' ? pause(call, perform) : perform();
  };
}

/** The night stopped in every way at every effect, until something is wrong. */
async function stoppedAnywhere(alter: Alter): Promise<EnforcementWorld> {
  const counted = await worldBefore();
  const { effects } = await runDisturbed(counted, { ...tonight, alter });
  let world = counted;
  for (let effect = 1; effect <= effects.length; effect += 1) {
    for (const disturbance of waysAt(effect)) {
      world = await worldBefore();
      await runDisturbed(world, { ...tonight, alter }, { effect, disturbance });
      if ((await checkInvariants(world, 'any')).length > 0) {
        return world;
      }
    }
  }
  return world;
}

async function nightOnHalfADay(settings: object, isEnforced: boolean): Promise<EnforcementWorld> {
  const budgets = [{ scope: 'org', window: 'month', amount: 13000 }] as const;
  const world = anEnforcementWorld({ ...smallOrganization, budgets, isEnforced, settings });
  await runEnforcement(world, '2026-01-18');
  world.platform.tellings.set('2026-01-19', (day) => ({
    ...day,
    rows: day.rows.slice(2),
    totalCredits: Math.round(day.totalCredits * 0.35),
  }));
  await runEnforcement(world, '2026-01-20');
  world.platform.tellings.clear();
  return world;
}

async function worldBefore(): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ ...withOwnBudgetsAlone(smallOrganization), isEnforced: false });
  await runEnforcement(world, '2026-01-18');
  world.clock.moveTo(instantOf(tonight.at));
  return world;
}
