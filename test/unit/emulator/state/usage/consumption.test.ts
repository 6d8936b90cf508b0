import fc from 'fast-check';
import { expect, test } from 'vitest';

import { newWorld } from '../../../../../emulator/api/new-world.ts';
import type { World } from '../../../../../emulator/api/world.ts';
import { DAY_MS, dayOfDate } from '../../../../../emulator/state/clock.ts';
import { unsavedSlices } from '../../../../../emulator/state/state-file.ts';

const START = dayOfDate('2026-01-20') ?? 0;
const DAYS = 20;

interface Step {
  readonly atMs: number;
  readonly limit: number;
}

function aWorld(): World {
  return newWorld({ users: 20, seed: 3, empty: false, today: START, windowAnchorDay: 1 }, unsavedSlices());
}

/** Granted of everybody on every day, at the end of a run of limit changes for everybody. */
function granted(world: World, steps: readonly Step[], lookAlways: boolean): readonly number[] {
  const look = (): readonly number[] =>
    world.organization
      .members()
      .flatMap((member) =>
        Array.from({ length: DAYS }, (_, day) => world.consumption.useOf(member, START + day).grantedCredits),
      );
  for (const step of steps) {
    world.clock.moveTo(step.atMs);
    if (lookAlways) {
      look();
    }
    for (const member of world.organization.members()) {
      world.limits.set(member.id, { atMs: step.atMs, limitCredits: step.limit });
    }
  }
  world.clock.moveTo((START + DAYS) * DAY_MS);
  return look();
}

const someSteps = fc
  .array(
    fc.record({
      atMs: fc.integer({ min: 0, max: DAYS * DAY_MS }).map((ms) => START * DAY_MS + ms),
      limit: fc.integer({ min: 0, max: 400_000 }),
    }),
    { maxLength: 6 },
  )
  .map((steps) => steps.toSorted((one, other) => one.atMs - other.atMs));

test('looking at usage on the way changes nothing: one jump of the clock gives what many give', () => {
  fc.assert(
    fc.property(someSteps, (steps) => {
      expect(granted(aWorld(), steps, true)).toEqual(granted(aWorld(), steps, false));
    }),
    { numRuns: 25 },
  );
});

test('what is granted in a window never passes the limit in force all through it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300_000 }), (limit) => {
      const world = aWorld();
      const byDay = granted(world, [{ atMs: START * DAY_MS, limit }], false);

      const january = world.organization.members().map((_, index) => byDay.slice(index * DAYS, index * DAYS + 12));
      const sums = january.map((days) => days.reduce((sum, credits) => sum + credits, 0));
      expect(Math.max(...sums)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 10 },
  );
});

test('demand posted for a day that is over settles the days after it again', () => {
  const world = newWorld({ users: 1, seed: 3, empty: true, today: START, windowAnchorDay: 1 }, unsavedSlices());
  const [member] = world.organization.members();
  if (member === undefined) {
    throw new Error('the organization has one member');
  }
  world.limits.set(member.id, { atMs: START * DAY_MS, limitCredits: 100 });
  world.demand.post(member.id, START + 1, { credits: 80 });
  world.clock.moveTo((START + 3) * DAY_MS);
  const before = world.consumption.useOf(member, START + 1);

  world.demand.post(member.id, START, { credits: 90 });
  world.consumption.forget(member.id, START);

  expect(before).toEqual({ grantedCredits: 80, refusedCredits: 0 });
  expect(world.consumption.useOf(member, START + 1)).toEqual({ grantedCredits: 10, refusedCredits: 70 });
});
