import { describe, expect, test } from 'vitest';

import { roundsTimeoutMs } from '../rounds.ts';
import { waysAt, type Stop } from '../sudden-end.ts';
import { hourMs } from '../virtual-clock.ts';
import { disturbed, type WatcherEnd } from '../watcher-stores.ts';
import { aComputersWorld, watch, watchOn, type ComputersWorld } from './computers-world.ts';

function findingsOf({ outcome }: WatcherEnd): readonly string[] {
  return (outcome.findings ?? []).map(({ kind, subject, action }) =>
    [kind, subject, action === null ? '' : `${action.kind} ${action.status}`].join(' ').trim(),
  );
}

async function openTopics({ ports }: ComputersWorld): Promise<readonly string[]> {
  const states = await ports.alerts.read('computers', []);
  return states.flatMap((state) => (state.kind === 'observed' ? [state.observation.topic] : []));
}

/** Nothing was done twice for one cause. */
function expectNothingTwice({ platform }: ComputersWorld): void {
  expect(new Set(platform.created).size).toBe(platform.created.length);
  expect(new Set(platform.retried).size).toBe(platform.retried.length);
}

test('what is missing is created, what fails is retried, and conditions are resolved once all is active', async () => {
  const world = await aComputersWorld(['builder-[1-2]']);
  world.platform.failures = 2;

  expect(findingsOf(await watch(world))).toEqual([
    'computer-created builder-1 create done',
    'computer-created builder-2 create done',
  ]);
  await watchOn(world, 1);
  expect(await openTopics(world)).toEqual(['computer-failed', 'computer-failed']);
  await watchOn(world, 6);

  expect(world.platform.created).toEqual(['builder-1', 'builder-2']);
  expect(world.platform.retried.toSorted()).toEqual(['builder-1 1', 'builder-1 2', 'builder-2 1', 'builder-2 2']);
  expect(await openTopics(world)).toEqual([]);
});

test('a dry run and a run that proposes do nothing; what somebody approved is done', async () => {
  const world = await aComputersWorld(['builder']);
  world.settings = { ...world.settings, computers: { ...world.settings.computers, actions: 'propose' } };

  const dry = await watch(world, { dryRun: true });
  const proposed = await watch(world);
  expect([findingsOf(dry), findingsOf(proposed)]).toEqual([
    ['computer-missing builder create proposed'],
    ['computer-missing builder create proposed'],
  ]);
  expect(world.platform.created).toEqual([]);

  const at = new Date(world.clock.now()).toISOString();
  await world.ports.store.approve([
    { name: 'builder', action: 'create', cause: 'missing, entry version 1', by: 'ann', at },
  ]);
  await watchOn(world, 2);
  expect(world.platform.created).toEqual(['builder']);
});

test('an installation that always fails is retried as often as the settings say, and then reported as given up', async () => {
  const world = await aComputersWorld(['builder']);
  world.platform.failures = 100;

  const ends = await watchOn(world, 30);

  expect(world.platform.retried).toEqual(['builder 1', 'builder 2', 'builder 3']);
  expect(ends.at(-1)?.outcome.findings).toMatchObject([{ kind: 'computer-failed', severity: 'medium', action: null }]);
});

test('a computer in use that is not on the list is reported once a day at most, and not while a listed one is unread', async () => {
  const world = await aComputersWorld(['builder']);
  world.platform.sessions = [{ sessionId: 's-1', computerId: 'stranger' }, { sessionId: 's-2' }];

  const ends = await watchOn(world, 5);

  const told = ends.map((end) => findingsOf(end).includes('computer-unlisted stranger'));
  expect(told).toEqual([true, false, false, false, false]);
  expect(await openTopics(world)).toEqual(['computer-unlisted']);
});

test('a computer that leaves the list is forgotten with its conditions, and stays on the platform', async () => {
  const world = await aComputersWorld(['builder', 'other']);
  world.platform.failures = 100;
  await watchOn(world, 1);
  const { records } = await world.ports.fleet.list();
  world.ports.fleet.list = async () => Promise.resolve({ records: records.slice(0, 1), invalid: [] });
  await watchOn(world, 2);

  expect((await world.ports.store.read()).records.map(({ name }) => name)).toEqual(['builder']);
  expect(await openTopics(world)).toEqual(['computer-failed']);
  expect(world.platform.computers.size).toBe(2);
});

describe.each([
  { title: 'a run that creates', runsBefore: 0, failures: 1 },
  { title: 'a run that retries', runsBefore: 1, failures: 2 },
])('$title', ({ runsBefore, failures }) => {
  async function prepared(): Promise<ComputersWorld> {
    const world = await aComputersWorld(['builder']);
    world.platform.failures = failures;
    await watchOn(world, runsBefore);
    return world;
  }

  test(
    'may be stopped at any of its effects: the next runs finish it, and nothing is done twice',
    async () => {
      const whole = await prepared();
      const { effects } = await disturbed(whole.clock, async (around) => watch(whole, { around }));
      expect(effects.length).toBeGreaterThan(10);

      for (let effect = 1; effect <= effects.length; effect += 1) {
        for (const disturbance of waysAt(effect)) {
          const stop: Stop = { effect, disturbance };
          const world = await prepared();
          await disturbed(world.clock, async (around) => watch(world, { around }), stop);
          // The lease of a process that is gone ends by itself.
          world.clock.moveBy(hourMs);
          await watchOn(world, 8);

          const at = `${effects[effect - 1]} ${disturbance}`;
          expectNothingTwice(world);
          const statuses = [...world.platform.computers.values()].map(({ status }) => status);
          expect([at, statuses]).toEqual([at, ['active']]);
          expect([at, await openTopics(world)]).toEqual([at, []]);
        }
      }
    },
    roundsTimeoutMs,
  );
});

test('an event that is delivered twice, also with a clock that went back, does nothing more', async () => {
  const world = await aComputersWorld(['builder']);
  world.platform.failures = 1;
  await watch(world, { runId: 'same' });
  world.clock.moveBy(-2 * hourMs);
  await watch(world, { runId: 'same' });
  await watch(world);

  expectNothingTwice(world);
  expect(world.platform.created).toEqual(['builder']);
});
