import { expect, test } from 'vitest';

import type { Day } from '../../shared/kernel/time/day.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { isSoak, roundsTimeoutMs } from './rounds.ts';
import { largeOrganization, organizationWithGrants, smallOrganization } from './scenarios.ts';
import { inTurn, type Stop, waysAt } from './sudden-end.ts';
import { hourMs } from './virtual-clock.ts';

interface Case {
  readonly title: string;
  readonly scenario: Scenario;
  readonly nights: readonly Day[];
  /** Not in one of two ways alone. */
  readonly isInEveryWay?: boolean;
}

const cases: readonly Case[] = [
  { title: 'the first night', scenario: smallOrganization, nights: ['2026-01-18'], isInEveryWay: true },
  { title: 'a later night', scenario: smallOrganization, nights: ['2026-01-18', '2026-01-19', '2026-01-21'] },
  {
    title: 'a night on which a top-up begins, and another and an exemption are over',
    scenario: organizationWithGrants,
    nights: ['2026-01-18', '2026-01-19'],
  },
  { title: 'a night of several PUTs', scenario: largeOrganization(105), nights: ['2026-01-16'] },
];

/** Those that leave the most different things behind. */
const shortSet = ['before', 'answer-lost'] as const;

const repeats = ['the same event', 'another run of the night'] as const;

test.for(cases.flatMap((each) => repeats.map((repeat) => ({ ...each, repeat }))))(
  '$title is stopped at any effect in any way and taken up by $repeat with the same end',
  { timeout: roundsTimeoutMs },
  async ({ scenario, nights, repeat, isInEveryWay = false }) => {
    const undisturbed = await worldBefore(scenario, nights);
    const { effects } = await runDisturbed(undisturbed, lastNight(nights));
    const expected = await endsOf(undisturbed, nights);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      const turn = effect + repeats.indexOf(repeat);
      for (const disturbance of isInEveryWay || isSoak ? waysAt(turn) : inTurn(shortSet, turn)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldBefore(scenario, nights);
        await stopAndTakeUp(world, { nights, repeat, stop: { effect, disturbance }, label });
        const ends = await endsOf(world, nights);

        expect({ label, ...ends }).toEqual({ label, ...expected });
      }
    }
  },
);

function lastNight(nights: readonly Day[]) {
  const day = nights.at(-1) ?? '';
  return { runId: `night-${day}`, at: day };
}

async function worldBefore(scenario: Scenario, nights: readonly Day[]): Promise<EnforcementWorld> {
  // What users get to consume would depend on the minute of each PUT; here it must be the same in every world.
  const world = anEnforcementWorld({ ...scenario, isEnforced: false });
  for (const night of nights.slice(0, -1)) {
    await runEnforcement(world, night);
  }
  world.clock.moveTo(instantOf(nights.at(-1) ?? ''));
  return world;
}

async function stopAndTakeUp(
  world: EnforcementWorld,
  how: { nights: readonly Day[]; repeat: (typeof repeats)[number]; stop: Stop; label: string },
): Promise<void> {
  const first = lastNight(how.nights);
  const { night } = await runDisturbed(world, first, how.stop);
  expect({ label: how.label, violations: await checkInvariants(world, 'any') }).toEqual(nothingWrong(how.label));

  world.clock.moveTo(instantOf(first.at) + hourMs);
  const later = { runId: 'night-again', at: new Date(instantOf(first.at) + hourMs).toISOString() };
  // A run that ended by its own account is not delivered again: the schedule's next event finds what is left.
  const wasCutOff = night === 'died' || night === 'threw';
  await invoke(world, how.repeat === 'the same event' && wasCutOff ? first : later);
  expect({ label: how.label, violations: await checkInvariants(world, 'settled') }).toEqual(nothingWrong(how.label));
}

function nothingWrong(label: string) {
  return { label, violations: [] };
}

/** The end of the night, and that of the next one, which carries what was left unknown. */
async function endsOf(world: EnforcementWorld, nights: readonly Day[]) {
  const tonight = await endStateOf(world);
  const next = new Date(instantOf(nights.at(-1) ?? '') + 24 * hourMs).toISOString().slice(0, 10);
  await runEnforcement(world, next);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
  // What a later mail has reported is shown for some days more.
  const unknown = (await world.stores.outbox.listOpenStates())
    .filter(({ state }) => state.kind !== 'unknown' || state.carriedBy === undefined)
    .map(({ mailId }) => mailId);
  expect(unknown).toEqual([]);
  return { tonight, afterTheNextNight: await endStateOf(world) };
}
