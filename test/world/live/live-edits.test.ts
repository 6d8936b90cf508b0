import fc from 'fast-check';
import { expect, test } from 'vitest';

import { noEdits, type ProposedEdits } from '../../../shared/impact/proposed-edits.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { handOver } from '../edit-world.ts';
import type { Member } from '../model-consumption.ts';
import { author, editsTo, impactOf, limitsByUser, make } from '../proposed-edits.ts';
import { rounds, roundsTimeoutMs } from '../rounds.ts';
import { aLiveWorld, beforeMidnight, liveDay, liveOn, type LiveWorld } from './live-world.ts';

const members = Array.from({ length: 5 }, (_, index): Member => {
  const demand = Array.from({ length: 28 }, (_each, day) => (day % 5 === index ? 2_000 : 60));
  return { userId: `u-${index}`, email: `person-${index}@acme.example`, demand };
});
const scenario = {
  members,
  budgets: [{ scope: 'org', window: 'month', amount: 60_000 }],
  admins: ['admin@acme.example'],
};

/** An afternoon on which credits were given to those seen at work. */
async function anAfternoon(hooked: ReadonlySet<string>): Promise<LiveWorld> {
  const world = { ...aLiveWorld(scenario, { ...liveOn, shadowDays: 1 }), hooked };
  for (const day of daysOf({ from: '2026-01-30', through: '2026-02-02' })) {
    await liveDay(world, day, beforeMidnight);
  }
  await liveDay(world, '2026-02-03', [1, 8, 10, 12]);
  world.clock.moveTo('2026-02-03T13:20:00Z');
  return world;
}

async function handOverLive(world: LiveWorld): Promise<void> {
  await handOver(world, [], { alter: (ports) => ({ ...ports, live: world.live }) });
}

const ann = 'person-0@acme.example';
const someWanted = fc.record({
  hooked: fc.uniqueArray(fc.constantFrom(...members.map(({ userId }) => userId)), { minLength: 1 }),
  orgAmount: fc.constantFrom(8_000, 20_000, 60_000, 200_000),
  ownAmount: fc.constantFrom(undefined, 500, 30_000),
  teamAmount: fc.constantFrom(undefined, 3_000, 40_000),
  topUpCredits: fc.constantFrom(undefined, 700),
});
type Wanted = typeof someWanted extends fc.Arbitrary<infer Drawn> ? Drawn : never;

async function editsOf(
  world: LiveWorld,
  { orgAmount, ownAmount, teamAmount, topUpCredits }: Wanted,
): Promise<ProposedEdits> {
  const edits = await editsTo(world, {
    teams: { web: [ann, 'person-1@acme.example'] },
    budgets: [
      { scope: 'org', window: 'month', amount: orgAmount },
      ...(ownAmount === undefined ? [] : [{ scope: `user:${ann}`, window: 'month', amount: ownAmount }]),
      ...(teamAmount === undefined ? [] : [{ scope: 'team:web', window: 'week', amount: teamAmount }]),
    ],
  });
  const noted = { reason: 'as agreed', createdBy: author.name, createdAt: author.at, version: 1, id: 'proposed' };
  const scope = { kind: 'user', email: ann } as const;
  const range = { from: '2026-02-03', to: '2026-02-20' };
  const grants =
    topUpCredits === undefined ? [] : [{ kind: 'top-up', scope, credits: topUpCredits, ...range, ...noted } as const];
  return { ...edits, grants };
}

test(
  'in the day, what impact shows of edits is what their run does, and what was given stays with the others',
  async () => {
    await fc.assert(
      fc.asyncProperty(someWanted, async (wanted) => {
        const hooked = new Set(wanted.hooked);
        const world = await anAfternoon(hooked);
        const edits = await editsOf(world, wanted);

        const impact = await impactOf(world, edits);
        const nothing = await impactOf(world, noEdits);
        await make(world, edits);
        await handOverLive(world);
        const twin = await anAfternoon(hooked);
        await handOverLive(twin);

        const [limits, withoutEdits] = [await limitsByUser(world), await limitsByUser(twin)];
        const shown = new Set(impact.effects.map(({ userId }) => userId));
        expect(impact.effects.map(({ userId }) => [userId, limits.get(userId)])).toEqual(
          impact.effects.map(({ userId, toCredits }) => [userId, toCredits]),
        );
        expect([...limits].filter(([userId]) => !shown.has(userId))).toEqual(
          [...withoutEdits].filter(([userId]) => !shown.has(userId)),
        );
        expect(nothing.effects).toEqual([]);
      }),
      rounds(5),
    );
  },
  roundsTimeoutMs,
);
