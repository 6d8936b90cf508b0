import { expect, test } from 'vitest';

import { latestVersion } from '../../../../shared/controls/history/revision-entry.ts';
import { AnchoringError } from '../../../../shared/controls/ports.ts';
import type { WatchPorts } from '../../../../shared/controls/use-cases/watch-work.ts';
import { statementIn } from '../../../../shared/evidence/anchors/anchor.ts';
import { nextLink } from '../../../../shared/evidence/chain.ts';
import {
  aControlsWorld,
  contact,
  watch,
  watchLater,
  type ControlsWorld,
} from '../../../world/controls/controls-world.ts';
import { hourMs } from '../../../world/virtual-clock.ts';

async function aWatchedWorld(): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.change({ sandbox: true });
  await watch(world);
  return world;
}

/** The conditions that were ever observed, by topic and key, with whom they concern. */
function observedIn({ stores }: ControlsWorld) {
  return stores.alerts
    .allStates()
    .flatMap((state) => (state.kind === 'observed' ? [{ phase: state.phase, ...state.observation }] : []));
}

/** Somebody has made something of the lease of a job, so long ago. */
function tampering(agoMs: number) {
  return (ports: WatchPorts): WatchPorts => ({
    ...ports,
    leases: {
      ...ports.leases,
      tampered: async () => [{ name: 'enforce', foundAtMs: ports.clock.now() - agoMs, found: 'owner 7' }],
    },
  });
}

function unanchored(ports: WatchPorts): WatchPorts {
  const put = async () => Promise.reject(new AnchoringError('the bucket cannot be reached'));
  return { ...ports, anchors: { ...ports.anchors, put } };
}

test('who looks after the controls is notified of a lease that somebody tampered with', async () => {
  const world = await aWatchedWorld();

  await watchLater(world, { alter: tampering(hourMs) });

  expect(observedIn(world)).toMatchObject([{ topic: 'order-tampered', fingerprint: 'owner 7', owners: [contact] }]);
});

test('tampering of months ago is history', async () => {
  const world = await aWatchedWorld();

  await watchLater(world, { alter: tampering(60 * 24 * hourMs) });

  expect(observedIn(world)).toEqual([]);
});

test('what is signed at the end of a run names the revision that was handled last', async () => {
  const world = await aWatchedWorld();
  const { evidence, anchors, revisions } = world.stores;
  const head = await evidence.head();
  await evidence.append(nextLink(head, { at: '2026-03-02T08:01:00.000Z', kind: 'acknowledged', body: {} }), head);

  await watchLater(world);

  const [entry] = await revisions.find(1, [1]);
  expect(statementIn(anchors.stored.at(-1)?.anchor?.text ?? '')).toMatchObject({
    seq: (head?.seq ?? 0) + 1,
    settings: { series: 1, revision: 1, digest: entry && latestVersion(entry).digest },
  });
});

test('evidence that is anchored again is no longer reported, whatever else is open', async () => {
  const world = await aWatchedWorld();
  for (let hour = 0; hour < 6; hour += 1) {
    world.clock.moveBy(hourMs);
    await watchLater(world, { alter: (ports) => unanchored(tampering(hourMs)(ports)) });
  }
  const before = observedIn(world).map(({ topic, phase }) => [topic, phase]);

  await watchLater(world);

  expect(before).toContainEqual(['evidence-unanchored', 'in-alarm']);
  expect(before).toContainEqual(['order-tampered', 'in-alarm']);
  expect(observedIn(world).find(({ topic }) => topic === 'evidence-unanchored')?.phase).toBe('resolved');
});
