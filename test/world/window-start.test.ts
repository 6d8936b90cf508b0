import fc from 'fast-check';
import { expect, test } from 'vitest';

import { daysOf } from '../../shared/kernel/time/day.ts';
import { defaultAssumptions } from '../../shared/pools/assumptions.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  windowStartOf,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { someOrganization } from './random-organization.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { smallOrganization } from './scenarios.ts';
import { waysAt } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

const turn = '2026-02-01';
const start = windowStartOf(turn);
/** A limit that follows use within the window is the one that a new window leaves wide open. */
const paced: Scenario = {
  ...smallOrganization,
  budgets: [
    { scope: 'default', window: 'day', amount: 500 },
    { scope: 'user:bob@acme.example', window: 'quarter', amount: 40_000 },
    { scope: 'user:eve@acme.example', window: 'week', amount: 300 },
  ],
};

test('on the first day of a platform window, the limits that the old one left wide open are closed at once', async () => {
  const world = await worldAtTurn(paced);
  const before = world.platform.limitOf('dot@acme.example') ?? 0;

  const { outcome } = await invoke(world, start);

  expect(before).toBeGreaterThan(5_000);
  expect(outcome).toMatchObject({ status: 'complete', dataThrough: '2026-01-30' });
  expect(world.platform.limitOf('dot@acme.example')).toBe(500);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('it reads neither the roster nor the analytics, and mails nobody', async () => {
  const world = await worldAtTurn(paced);
  const mailsBefore = world.sender.delivered().length;

  await invoke(world, start);

  const names = world.calls.filter(({ runId }) => runId === start.runId).map(({ name }) => name);
  expect(names.filter((name) => /^(usage|roster)\./.test(name))).toEqual([]);
  expect(world.sender.delivered()).toHaveLength(mailsBefore);
});

test('on any other day it leaves no trace at all', async () => {
  const world = await worldAtTurn(paced);
  const other = windowStartOf('2026-02-02');
  world.clock.moveTo(instantOf(other.at));

  const { outcome } = await invoke(world, other);

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 0 });
  expect(world.calls.filter(({ runId }) => runId === other.runId)).toEqual([]);
});

test('a budget that spans the turn is not given away twice, and the nightly run gives back what was not used', async () => {
  const world = await worldAtTurn(paced);
  const eve = { email: 'eve@acme.example', usedThisWeek: 40 };

  await invoke(world, start);
  const atStart = world.platform.limitOf(eve.email);
  await runEnforcement(world, turn);

  expect(atStart).toBe(0);
  expect(world.platform.limitOf(eve.email)).toBeGreaterThan(200);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('where it is known how fast one person can consume, a budget that spans the turn leaves the rest at once', async () => {
  const budgets = paced.budgets.filter(({ window }) => window === 'week');
  const pools = { ...defaultAssumptions, reserveShare: 0, maxCreditsPerUserHour: 5 };
  const world = await worldAtTurn({ ...paced, budgets, settings: { pools } });

  await invoke(world, start);

  // 300 a week, of which 24 hours at 5 credits are unknown at the most.
  expect(world.platform.limitOf('eve@acme.example')).toBeGreaterThan(100);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('the night of the same day is done as if it had been the first run of the day', async () => {
  const world = await worldAtTurn(paced);
  await invoke(world, start);

  world.clock.moveTo(instantOf(`${turn}T03:30:00Z`));
  const { outcome } = await invoke(world, { runId: 'hourly', at: `${turn}T03:30:00Z`, onlyIfUnfinished: true });

  expect(outcome).toMatchObject({ status: 'complete', dataThrough: '2026-01-31' });
  expect(world.sender.delivered().map(({ mailId }) => mailId)).toContainEqual(
    expect.stringContaining(`summary/${turn}`),
  );
});

test('a window start that cannot reach the platform is reported', async () => {
  const world = await worldAtTurn(paced);
  world.platform.putFaults.push({ kind: 'key-refused' });

  const { outcome } = await invoke(world, start);

  expect(outcome.status).toBe('failed');
  expect(world.sender.delivered().at(-1)?.subject).toContain('not all set');
});

test('a window start that comes after the night is held', async () => {
  const world = await worldAtTurn(paced);
  await runEnforcement(world, turn);

  const { outcome } = await invoke(world, start);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'newer-run' } });
});

test(
  'stopped at any effect in any way and delivered again, it ends the same',
  { timeout: roundsTimeoutMs },
  async () => {
    const undisturbed = await worldAtTurn({ ...paced, isEnforced: false });
    const { effects } = await runDisturbed(undisturbed, start);
    const expected = lastingPart(await endStateOf(undisturbed));

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldAtTurn({ ...paced, isEnforced: false });
        await runDisturbed(world, start, { effect, disturbance });
        expect({ label, wrong: await checkInvariants(world, 'any') }).toEqual({ label, wrong: [] });
        world.clock.moveBy(hourMs);
        await invoke(world, start);

        expect({ label, wrong: await checkInvariants(world, 'settled') }).toEqual({ label, wrong: [] });
        expect({ label, ...lastingPart(await endStateOf(world)) }).toEqual({ label, ...expected });
      }
    }
  },
);

test('in any organization no window start sets a limit above a budget', { timeout: roundsTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(someOrganization, fc.array(fc.boolean(), { minLength: 27, maxLength: 27 }), async (any, runs) => {
      const world = anEnforcementWorld({ ...any, isEnforced: true });
      for (const [index, day] of daysOf({ from: '2026-01-21', through: '2026-02-16' }).entries()) {
        world.clock.moveTo(instantOf(windowStartOf(day).at));
        await invoke(world, windowStartOf(day));
        if (runs[index] === true) {
          await runEnforcement(world, day);
        }
      }
      expect(await checkInvariants(world, 'any')).toEqual([]);
    }),
    rounds(15),
  );
});

async function worldAtTurn(scenario: Scenario): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(scenario);
  for (const day of daysOf({ from: '2026-01-29', through: '2026-01-31' })) {
    await runEnforcement(world, day);
  }
  world.clock.moveTo(instantOf(start.at));
  return world;
}
