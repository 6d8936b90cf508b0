import { expect, test } from 'vitest';

import type { WatchPorts } from '../../../shared/controls/use-cases/watch-work.ts';
import { nextLink } from '../../../shared/evidence/chain.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { approve, aControlsWorld, mailsTo, watch, watchLater, type ControlsWorld } from './controls-world.ts';

/** The moment as of which the tables were looked at, as the newest heartbeat says. */
async function lookedAt({ stores }: ControlsWorld): Promise<unknown> {
  const look = (await stores.evidence.head())?.body['look'];
  return (look as { readonly at?: string } | undefined)?.at;
}

async function aQuietWorld(revisions = 4): Promise<ControlsWorld> {
  const world = aControlsWorld();
  for (let level = 1; level <= revisions; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  await watchLater(world);
  return world;
}

const [first, later] = ['2026-03-02T08:00:00.000Z', '2026-03-02T08:10:00.000Z'];

test('a run that sees what the run before saw looks at no table again, and leaves a heartbeat', async () => {
  const world = await aQuietWorld();
  const { seq = 0 } = (await world.stores.evidence.head()) ?? {};

  const { outcome } = await watchLater(world);

  const head = await world.stores.evidence.head();
  expect(outcome).toMatchObject({ status: 'complete', problems: [] });
  expect(head).toMatchObject({ seq: seq + 1, kind: 'run', body: { handledThrough: 4, newest: { revision: 4 } } });
  expect(await lookedAt(world)).toBe(first);
});

test('the tables are looked at again after an hour', async () => {
  const world = await aQuietWorld();
  world.clock.moveBy(hourMs);

  await watch(world);

  expect(await lookedAt(world)).toBe('2026-03-02T09:05:00.000Z');
});

test('a revision that is added, rewritten or taken away is reported by the next run', async () => {
  const world = await aQuietWorld();
  const reported = [];
  for (const change of [
    () => void world.history.change({ level: 5 }),
    () => world.history.rewrite(2, { level: 'forged' }),
    () => void world.history.revisions.splice(2, 1),
  ]) {
    change();
    const { reports } = await watchLater(world);
    reported.push(
      reports.flatMap(({ steps, alarms }) => [
        ...steps.map(({ revision }) => revision),
        ...alarms.map(({ kind }) => kind),
      ]),
    );
  }

  expect(reported).toEqual([[5], [2, 'rewritten'], ['shrank']]);
});

test('an open alarm of the history costs no look, and is over with the run that sees it no more', async () => {
  const world = await aQuietWorld();
  const [gone] = world.history.revisions.splice(1, 1);
  const { reports } = await watchLater(world);
  await watchLater(world);
  const look = await lookedAt(world);
  world.history.revisions.splice(1, 0, ...(gone === undefined ? [] : [gone]));

  const back = await watchLater(world);

  expect([reports[0]?.alarms.map(({ kind }) => kind), look]).toEqual([['shrank'], later]);
  expect(back.reports[0]?.over.map(({ kind }) => kind)).toEqual(['shrank']);
});

test('what somebody decided is seen by the next run, though the history is as it was', async () => {
  const world = await aQuietWorld();
  await approve(world, { level: 1 });

  const { reports } = await watchLater(world);

  expect(reports[0]?.baseline?.deviations).toMatchObject([{ deviation: { path: 'level', standing: 'new' } }]);
});

test('what somebody decides while a run works is seen by the next one', async () => {
  const world = await aQuietWorld();
  let isDecided = false;
  const deciding = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    leases: {
      ...ports.leases,
      async tampered() {
        isDecided ||= (await approve(world, { level: 1 }), true);
        return ports.leases.tampered();
      },
    },
  });
  await watchLater(world, { alter: deciding });

  const { reports } = await watchLater(world);

  expect(isDecided).toBe(true);
  expect(reports[0]?.baseline?.deviations).toHaveLength(1);
});

test('an exception that expires is told by the first run after it', async () => {
  const world = await aQuietWorld();
  const exception = { id: 'e-1', pattern: 'level', owner: 'ann@acme.example', ticket: 'SEC-1', reason: 'moving' };
  const noted = { createdBy: 'bob', createdAt: first, version: 1 };
  await world.stores.decisions.putException({ ...exception, ...noted, from: first, expires: '2026-03-02T08:20:00Z' });
  await approve(world, { level: 1 });
  await watchLater(world);
  await watchLater(world);

  const { reports } = await watchLater(world);

  expect(reports[0]?.baseline?.expired).toMatchObject([{ exception: { id: 'e-1' } }]);
});

test('a mail that waits for the end of quiet hours is written then', async () => {
  const world = aControlsWorld();
  const quiet = { days: [1], from: '00:00', until: '08:30', timeZone: 'UTC', severities: ['info', 'low'] } as const;
  world.settings = { ...world.settings, alerts: { ...world.settings.alerts, quietHours: [quiet] } };
  world.history.change({ level: 1 });
  await watch(world);
  const before = mailsTo(world).length;
  for (let poll = 0; poll < 7; poll += 1) {
    await watchLater(world);
  }

  expect([before, mailsTo(world).length]).toEqual([0, 1]);
});

test('a signed head that is taken away, and a lease that is tampered with, are reported by the next run', async () => {
  const topicsOf = ({ stores }: ControlsWorld) =>
    stores.alerts.allStates().flatMap((state) => (state.kind === 'observed' ? [state.observation.topic] : []));
  const removed = await aQuietWorld();
  const tampered = await aQuietWorld();
  const found = { name: 'enforce', found: 'owner 7' };

  await watchLater(removed, {
    alter: (ports) => ({ ...ports, anchors: { ...ports.anchors, newest: async () => [] } }),
  });
  await watchLater(tampered, {
    alter: (ports) => ({
      ...ports,
      leases: { ...ports.leases, tampered: async () => [{ ...found, foundAtMs: ports.clock.now() }] },
    }),
  });

  expect(topicsOf(removed)).toEqual(['evidence-changed']);
  expect(topicsOf(tampered)).toEqual(['order-tampered']);
  expect(await lookedAt(tampered)).toBeUndefined();
});

test('a heartbeat that somebody forged behind the newest link says nothing to a run', async () => {
  const world = await aQuietWorld();
  const { evidence } = world.stores;
  const head = await evidence.head();
  world.history.change({ level: 5 });
  const forged = { ...head?.body, id: 'run/forged' };
  await evidence.append(nextLink(head, { at: later, kind: 'run', body: forged }), head);

  const { reports } = await watchLater(world);

  expect(reports).toHaveLength(1);
});

test('heads are signed every three hours by runs that find nothing, too', async () => {
  const world = await aQuietWorld();
  const before = world.stores.anchors.stored.length;
  for (let poll = 0; poll < (3 * hourMs) / (5 * minuteMs); poll += 1) {
    await watchLater(world);
  }

  expect(world.stores.anchors.stored.length - before).toBe(1);
});

test('of a long history a run that finds nothing reads the first page alone', async () => {
  const world = aControlsWorld();
  world.history.pageSize = 100;
  for (let level = 1; level <= 600; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  await watchLater(world);
  world.history.pagesRead = 0;

  await watchLater(world);

  expect(world.history.pagesRead).toBe(1);
  expect(await lookedAt(world)).toBeDefined();
});

test('a platform that does not answer is noted by a run that had nothing else to see', async () => {
  const world = await aQuietWorld();
  world.history.isDown = true;

  const { outcome } = await watchLater(world);

  expect(outcome.status).toBe('failed');
  expect((await world.stores.state.read())?.failingSince).toBe(later);
});
