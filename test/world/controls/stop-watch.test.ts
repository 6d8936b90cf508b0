import { expect, test } from 'vitest';

import { verifyChain } from '../../../shared/evidence/verify-chain.ts';
import { meanwhile } from '../meanwhile.ts';
import { roundsTimeoutMs } from '../rounds.ts';
import { waysAt, secretCanary, type Stop } from '../sudden-end.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { approve, aControlsWorld, watch, watchDisturbed, watchLater, type ControlsWorld } from './controls-world.ts';

interface Case {
  readonly title: string;
  readonly prepare: () => Promise<ControlsWorld>;
}

const cases: readonly Case[] = [
  { title: 'the first run', prepare: async () => withRevisions(aControlsWorld(), 4) },
  {
    title: 'a run that finds two steps and three alarms',
    prepare: async () => {
      const world = withRevisions(aControlsWorld(), 4);
      await watch(world);
      world.clock.moveBy(5 * minuteMs);
      world.history.revisions.splice(1, 1);
      world.history.change({ level: 'back' }, { updatedAt: '2025-01-01T00:00:00.000Z' });
      withRevisions(world, 1);
      world.history.rewrite(1, { level: 'forged' });
      await approve(world, { level: 0 });
      return world;
    },
  },
  {
    title: 'a run that finds nothing',
    prepare: async () => {
      const world = withRevisions(aControlsWorld(), 4);
      await watch(world);
      world.clock.moveBy(5 * minuteMs);
      return world;
    },
  },
];

const repeats = ['the same event', 'the next event'] as const;

test.for(cases.flatMap((each) => repeats.map((repeat) => ({ ...each, repeat }))))(
  '$title is stopped at any effect in any way and taken up by $repeat with the same end',
  { timeout: roundsTimeoutMs },
  async ({ prepare, repeat }) => {
    const undisturbed = await prepare();
    const { effects } = await watchDisturbed(undisturbed, first);
    const expected = await endsOf(undisturbed);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect, repeats.indexOf(repeat))) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await prepare();
        await stopAndTakeUp(world, { stop: { effect, disturbance }, repeat });
        const ends = await endsOf(world);

        expect({ label, ...ends }).toEqual({ label, ...expected });
      }
    }
  },
);

test.for(cases)(
  'two runs at once do the work of one: $title stands still at any effect while another is done',
  { timeout: roundsTimeoutMs },
  async ({ prepare }) => {
    const undisturbed = await prepare();
    const { effects } = await watchDisturbed(undisturbed, first);
    const expected = await endsOf(undisturbed);

    for (const [index, name] of effects.entries()) {
      // Once a write is on its way, only its own deadline, shorter than the lease, holds it back.
      for (const afterMs of onItsWay.has(name) ? [0] : [0, hourMs]) {
        const label = `another run ${afterMs} ms into effect ${index + 1}, ${name}`;
        const world = await prepare();
        const around = meanwhile({ effect: index + 1, side: 'before' }, async () => {
          world.clock.moveBy(afterMs);
          await watch(world, { runId: 'controls-other' });
        });
        await watch(world, { ...first, around, stopAfterMs: 48 * hourMs });
        world.clock.moveBy(hourMs);
        await watch(world);
        const ends = await endsOf(world);

        expect({ label, ...ends }).toEqual({ label, ...expected });
      }
    }
  },
);

const first = { runId: 'controls-first' };

/** Calls that carry no condition of their own. */
const onItsWay: ReadonlySet<string> = new Set(['outbox.write']);

function withRevisions(world: ControlsWorld, count: number): ControlsWorld {
  for (let n = 0; n < count; n += 1) {
    world.history.change({ level: world.history.revisions.length + n });
  }
  return world;
}

async function stopAndTakeUp(
  world: ControlsWorld,
  { stop, repeat }: { readonly stop: Stop; readonly repeat: (typeof repeats)[number] },
): Promise<void> {
  const { ended } = await watchDisturbed(world, first, stop);
  world.clock.moveBy(15 * minuteMs);
  // A run that ended by its own account is not delivered again: the schedule's next event finds what is left.
  const wasCutOff = ended === 'died' || ended === 'threw';
  await watch(world, repeat === 'the same event' && wasCutOff ? first : {});
}

/** The end of the run, and that of one more change, whose mail carries what was left unknown. */
async function endsOf(world: ControlsWorld) {
  const now = await endOf(world);
  world.history.change({ level: 'last' });
  world.clock.moveBy(15 * minuteMs);
  await watchLater(world);
  const later = await endOf(world);
  // What a later mail has reported is shown for some days more.
  const unknown = (await world.stores.outbox.listOpenStates())
    .filter(({ state }) => state.kind !== 'unknown' || state.carriedBy === undefined)
    .map(({ mailId }) => mailId);
  return { now, later, unknown };
}

async function endOf({ stores, sender }: ControlsWorld) {
  const links = await stores.evidence.list(1, 1_000);
  const state = await stores.state.read();
  const entries = await stores.revisions.list(1, 0, 1_000);
  const accepted = sender.delivered().flatMap(({ mailId, carries }) => [mailId, ...carries]);
  const open = await stores.outbox.listOpenStates();
  // A grave one goes once more where nobody knows of the first.
  const all = [...accepted, ...open.map(({ mailId }) => mailId)].map((mailId) => mailId.replace(/\/again$/u, ''));
  const sinks = [sender.delivered(), links, state, entries, await stores.runs.list('controls', 100)];
  return {
    handled: state?.handled,
    intent: state?.intent,
    entries: entries.map(({ revision, versions }) => [revision, versions.map(({ digest }) => digest)]),
    deviations: (await stores.state.readDeviations()).map(({ path }) => path),
    alarms: (await stores.alerts.read('controls', [])).map(({ conditionId }) => conditionId),
    chain: (await verifyChain(links)).kind,
    // Twice would be one too many; what a run says of itself depends on how many runs there were.
    evidence: links
      .filter(({ kind }) => kind !== 'run')
      .map(({ body }) => withoutVersion(JSON.stringify(body['id'])))
      .toSorted(),
    mails: [...new Set(all)].map(withoutVersion).toSorted(),
    sentTwice: sender
      .delivered()
      .filter(({ mailId }, index, mails) => mails.findIndex((each) => each.mailId === mailId) !== index),
    holdsSecret: JSON.stringify(sinks).includes(secretCanary),
  };
}

/** Reports are told apart by the version of the state, which a failure in between makes a higher one. */
function withoutVersion(id: string): string {
  return id.replace(/(\d+\/(?:\d+-\d+|alarms))\/\d+/, '$1');
}
