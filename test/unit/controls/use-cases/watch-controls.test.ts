import { describe, expect, test } from 'vitest';

import { describeControlsReport } from '../../../../shared/controls/mail/describe-controls-report.ts';
import type { ControlsRules, WatchPorts } from '../../../../shared/controls/use-cases/watch-work.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import {
  aControlsWorld,
  contact,
  watch,
  watchLater,
  type ControlsWorld,
} from '../../../world/controls/controls-world.ts';
import { minuteMs } from '../../../world/virtual-clock.ts';

async function watched(count: number): Promise<ControlsWorld> {
  const world = aControlsWorld();
  for (let level = 1; level <= count; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  return world;
}

const links = async ({ stores }: ControlsWorld) => stores.evidence.list(1, 1_000);
const runLinks = async (world: ControlsWorld) => (await links(world)).filter(({ kind }) => kind === 'run');

/** A run of a world that cannot write to its journal: what was decided is left to the next one. */
async function breakOff(world: ControlsWorld, rules?: ControlsRules): Promise<void> {
  const alter = (ports: WatchPorts): WatchPorts => ({
    ...ports,
    journal: { ...ports.journal, append: async () => Promise.reject(new Error('the table is away')) },
  });
  await expect(watchLater(world, { alter, ...(rules && { rules }) })).rejects.toThrow('the table is away');
}

describe('the link of a run', () => {
  test('says how it ended, how far all is handled, what was in force and what was signed', async () => {
    const world = await watched(2);
    await watchLater(world);

    const [first, second] = await runLinks(world);
    const digest = (await world.stores.revisions.find(1, [2]))[0]?.versions.at(-1)?.digest;
    const newest = { series: 1, revision: 2, digest };
    expect(first?.body).toEqual({
      id: 'run/controls-1/complete',
      lastRecord: expect.anything(),
      runId: 'controls-1',
      at: '2026-03-02T08:00:00.000Z',
      status: 'complete',
      handledThrough: 2,
      newest,
      look: expect.objectContaining({ at: '2026-03-02T08:00:00.000Z', after: 2 }),
      problems: [],
      anchor: expect.anything(),
    });
    expect(second?.body).toMatchObject({ id: 'run/controls-2/complete', at: '2026-03-02T08:05:00.000Z', newest });
  });

  test('says that nothing is known yet', async () => {
    const [link] = await runLinks(await watched(0));

    expect(link?.body).toMatchObject({ handledThrough: null, newest: null });
  });

  test('names why a history could not be read', async () => {
    const world = await watched(1);
    world.history.isDown = true;

    const { outcome } = await watchLater(world);

    const problem = outcome.problems[0];
    expect(problem).toBeDefined();
    expect(outcome).toMatchObject({ status: 'failed', problems: [problem] });
    expect((await runLinks(world)).at(-1)?.body).toMatchObject({ status: 'failed', problems: [problem] });
  });

  test('stands once, though the run is done again since its record was lost', async () => {
    const world = await watched(1);
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      runs: {
        ...ports.runs,
        end: async () => false,
        put: async (run) =>
          run.finishedAt === undefined ? ports.runs.put(run) : Promise.reject(new Error('the table is away')),
      },
    });
    await expect(watchLater(world, { runId: 'again', alter })).rejects.toThrow('the table is away');

    world.clock.moveBy(20 * minuteMs);
    await watch(world, { runId: 'again' });

    expect((await runLinks(world)).filter(({ body }) => body['runId'] === 'again')).toHaveLength(1);
  });
});

describe('what a run has decided and could not finish', () => {
  test('is finished by the next one, before what is new', async () => {
    const world = await watched(2);
    world.history.change({ level: 3 });
    await breakOff(world);
    world.history.change({ level: 4 });
    world.clock.moveBy(20 * minuteMs);

    const { reports } = await watch(world);

    expect(reports.map(({ steps }) => steps.map(({ revision }) => revision))).toEqual([[3], [4]]);
    const ofRevisions = (await links(world)).filter(({ kind }) => kind === 'revision');
    expect(ofRevisions.map(({ body }) => body['revision'])).toEqual([1, 2, 3, 4]);
  });

  test('is left as it is by a dry run', async () => {
    const world = await watched(2);
    world.history.change({ level: 3 });
    await breakOff(world);
    const before = (await links(world)).length;
    world.clock.moveBy(20 * minuteMs);

    await watch(world, { dryRun: true });

    expect((await world.stores.state.read())?.intent).toBeDefined();
    expect((await links(world)).length).toBe(before);
  });
});

describe('a run', () => {
  test('ends where another one has gone on from its state', async () => {
    const world = await watched(2);
    world.history.change({ level: 3 });
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      state: { ...ports.state, replace: async () => false },
    });

    const { outcome, reports } = await watchLater(world, { alter });

    expect(outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
    expect(reports).toEqual([]);
    // Nothing of it is done.
    expect((await links(world)).filter(({ kind }) => kind === 'revision')).toHaveLength(2);
  });

  test('that is done already reports nothing again', async () => {
    const world = await watched(2);
    world.history.change({ level: 3 });
    const first = await watchLater(world, { runId: 'once' });

    const again = await watchLater(world, { runId: 'once' });

    expect(first.reports).toHaveLength(1);
    expect(again.reports).toEqual([]);
    expect(again.outcome).toEqual(first.outcome);
  });

  test('that is broken off before it knows anything reports nothing', async () => {
    const world = await watched(2);
    world.history.change({ level: 3 });
    let reads = 0;
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      state: {
        ...ports.state,
        read: async () =>
          (reads += 1) === 1 ? Promise.reject(new PlatformUnavailableError('it is too late')) : ports.state.read(),
      },
    });

    const { outcome, reports } = await watchLater(world, { alter });

    expect({ isUnfinished: outcome.isUnfinished, reports }).toEqual({ isUnfinished: true, reports: [] });
    expect(outcome.problems).toEqual([expect.stringContaining('it is too late')]);
  });

  test('that is refused by the platform has failed, and says why', async () => {
    const world = await watched(2);
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      history: {
        pages: () => {
          throw new PlatformRefusedError('the role is refused');
        },
      },
    });

    const { outcome } = await watchLater(world, { alter });

    expect(outcome).toMatchObject({ status: 'failed', problems: [expect.stringContaining('the role is refused')] });
  });

  test('raises what is unforeseen', async () => {
    const world = await watched(2);
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      history: {
        pages: () => {
          throw new Error('unforeseen');
        },
      },
    });

    await expect(watchLater(world, { alter })).rejects.toThrow('unforeseen');
  });

  test.for([
    [9, 'held'],
    [11, 'complete'],
  ] as const)('lets another one begin after ten minutes: after %s it is %s', async ([minutes, status]) => {
    const world = await watched(2);
    let inner: string | undefined;
    const alter = (ports: WatchPorts): WatchPorts => ({
      ...ports,
      state: {
        ...ports.state,
        async read() {
          if (inner === undefined) {
            inner = '';
            world.clock.moveBy(minutes * minuteMs);
            inner = (await watch(world, { runId: 'another' })).outcome.status;
          }
          return ports.state.read();
        },
      },
    });

    await watchLater(world, { alter });

    expect(inner).toBe(status);
    expect((await world.stores.runs.list('controls', 9)).length).toBeGreaterThan(1);
  });
});

describe('of a dry run', () => {
  test('there is nothing to show where nothing changed', async () => {
    const world = await watched(2);

    const { outcome, reports } = await watchLater(world, { dryRun: true });

    expect({ status: outcome.status, reports }).toEqual({ status: 'complete', reports: [] });
  });
});

describe('something grave of which nobody can be notified', () => {
  const nobody = { admins: [], controls: { securityContacts: [], approvedChangers: [] } };
  const rules: ControlsRules = {
    diff: (before, after) => [
      {
        path: 'level',
        field: 'level',
        kind: 'scalar',
        direction: 'loosened',
        severity: 'high',
        before: before['level'] ?? null,
        after: after['level'] ?? null,
        added: [],
        removed: [],
        sentence: 'The level is lower.',
        why: '',
        remedy: '',
        controlIds: [],
        notes: [],
        rule: 'level/1',
      },
    ],
    describe: describeControlsReport,
  };

  /** A change that loosens something, as it was found. */
  async function loosened(settings: Partial<ControlsWorld['settings']> = nobody): Promise<ControlsWorld> {
    const world = await watched(3);
    world.settings = { ...world.settings, ...settings };
    world.history.change({ level: 2 });
    return world;
  }

  test('is named by the run that has found it', async () => {
    const { outcome } = await watchLater(await loosened(), { rules });

    expect(outcome.problems).toEqual([expect.stringContaining('No one was notified')]);
  });

  test('is named by the run that finishes what another one has found', async () => {
    const world = await loosened();
    await breakOff(world, rules);
    world.clock.moveBy(20 * minuteMs);

    const { outcome } = await watch(world, { rules });

    expect(outcome.problems).toEqual([expect.stringContaining('No one was notified')]);
  });

  test('is none where somebody is', async () => {
    const world = await loosened({});

    const { outcome } = await watchLater(world, { rules });

    expect(world.settings.controls.securityContacts).toEqual([contact]);
    expect(outcome.problems).toEqual([]);
  });
});
