import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { rounds, roundsTimeoutMs } from './rounds.ts';
import { smallOrganization, withOwnBudgetsAlone } from './scenarios.ts';
import { hourMs } from './virtual-clock.ts';

/** What users consume must not depend on which nights ran, or the worlds could not be compared. */
const organization = { ...withOwnBudgetsAlone(smallOrganization), isEnforced: false };
/** Who leaves keeps the limit of their last night, which is another one for each schedule. */
const nobodyLeaves = {
  ...organization,
  members: organization.members.filter(({ leavesOn }) => leavesOn === undefined),
};

test.for([
  { title: 'within a month', from: '2026-01-18', last: '2026-01-28' },
  { title: 'across a month', from: '2026-01-25', last: '2026-02-05' },
])('ten missed nights and then one run give what ten runs would have given, $title', async ({ from, last }) => {
  const everyNight = anEnforcementWorld(nobodyLeaves);
  const rarely = anEnforcementWorld(nobodyLeaves);

  for (const day of daysOf({ from, through: last })) {
    await runEnforcement(everyNight, day);
  }
  await runEnforcement(rarely, from);
  await runEnforcement(rarely, last);

  expect(await checkInvariants(rarely, 'settled')).toEqual([]);
  expect(lastingPart(await endStateOf(rarely))).toEqual(lastingPart(await endStateOf(everyNight)));
});

test(
  'nights that are repeated, skipped, swapped or up to a fortnight late end as the latest one alone does',
  async () => {
    const nights = daysOf({ from: '2026-01-16', through: '2026-02-04' });
    const delivery = fc.record({
      night: fc.constantFrom(...nights),
      lateByDays: fc.constantFrom(0, 0, 0, 1, 13),
      repeats: fc.constantFrom(1, 1, 2),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 12 }), async (deliveries) => {
        const world = anEnforcementWorld(nobodyLeaves);
        const inOrder = deliveries.toSorted((a, b) => (arrivalOf(a) < arrivalOf(b) ? -1 : 1));
        for (const each of inOrder) {
          world.clock.moveTo(Math.max(world.clock.now() + hourMs, instantOf(arrivalOf(each))));
          for (let time = 0; time < each.repeats; time += 1) {
            await invoke(world, { runId: `night-${each.night}`, at: each.night });
          }
          expect(await checkInvariants(world, 'settled')).toEqual([]);
        }
        const last = addDays(nights.at(-1) ?? '', 15);
        await runEnforcement(world, last);

        expect(await checkInvariants(world, 'settled')).toEqual([]);
        expect(lastingPart(await endStateOf(world))).toEqual(
          lastingPart(await endStateOf(await worldOfOneNight(last, nobodyLeaves))),
        );
      }),
      rounds(30),
    );
  },
  roundsTimeoutMs,
);

test('an event that is delivered again after its night is done touches neither platform nor mail', async () => {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, '2026-01-18');
  const before = world.calls.length;

  world.clock.moveBy(13 * 24 * hourMs);
  const again = await invoke(world, { runId: 'night-2026-01-18', at: '2026-01-18', isUnsent: true });

  expect(again.outcome.status).toBe('complete');
  expect(world.calls.slice(before).map(({ name }) => name)).toEqual(['runs.find']);
});

test('a night that comes after a newer one has set caps is held and changes nothing', async () => {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, '2026-01-20');
  const putsBefore = world.platform.puts.length;

  const late = await invoke(world, { runId: 'night-2026-01-19', at: '2026-01-19' });

  expect(late.outcome).toMatchObject({ status: 'held', held: { guard: 'newer-run' } });
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test('a run that finds nothing changed sends nothing and mails nothing more', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { rereadDays: 1 } });
  await runEnforcement(world, '2026-01-18');
  const [putsBefore, mailsBefore] = [world.platform.puts.length, world.sender.delivered().length];

  world.clock.moveTo(instantOf('2026-01-18T03:00:00Z'));
  const again = await invoke(world, { runId: 'by-hand', at: '2026-01-18T03:00:00Z', onlyIfUnfinished: false });

  expect(again.outcome).toMatchObject({ status: 'complete', capsChanged: 0 });
  expect(world.platform.puts).toHaveLength(putsBefore);
  expect(world.sender.delivered()).toHaveLength(mailsBefore);
});

test('a dry run changes no cap and notifies nobody, and the night after it is as if it had not been', async () => {
  const world = anEnforcementWorld(organization);
  world.clock.moveTo(instantOf('2026-01-18'));

  const dry = await invoke(world, { runId: 'dry', at: '2026-01-18', dryRun: true });
  const putsOfDry = world.platform.puts.length;
  await runEnforcement(world, '2026-01-18');

  // Five amounts, and the explicit `unlimited` of one user, which is sent to everybody who has one.
  expect(dry.plan?.decisions.filter(({ kind }) => kind === 'set')).toHaveLength(6);
  expect(putsOfDry).toBe(0);
  expect(lastingPart(await endStateOf(world))).toEqual(
    lastingPart(await endStateOf(await worldOfOneNight('2026-01-18', organization))),
  );
});

function arrivalOf({ night, lateByDays }: { readonly night: Day; readonly lateByDays: number }): Day {
  return addDays(night, lateByDays);
}

async function worldOfOneNight(day: Day, scenario: Scenario): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(scenario);
  await runEnforcement(world, day);
  return world;
}
