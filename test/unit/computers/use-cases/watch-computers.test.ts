import { describe, expect, test } from 'vitest';

import type { ComputerRecord } from '../../../../shared/computers/computer-record.ts';
import type { Computers } from '../../../../shared/computers/ports.ts';
import type { ComputerPorts, ComputerSettings } from '../../../../shared/computers/use-cases/computers-work.ts';
import { watchComputers } from '../../../../shared/computers/use-cases/watch-computers.ts';
import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { memoryComputerStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import {
  aComputer,
  aFailedInstall,
  anEntry,
  aRecord,
  computerTerms,
  noon,
  noonMs,
} from '../../../support/computers.ts';
import { partOf } from '../../../support/part-of.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

const minuteMs = 60_000;

interface Scene {
  /** Names on the list. */
  readonly names?: readonly string[];
  readonly records?: readonly ComputerRecord[];
  readonly computers?: Partial<Computers>;
  readonly terms?: Partial<ComputerSettings['computers']>;
  readonly sessions?: readonly (readonly { readonly sessionId: string; readonly computerId?: string }[])[];
  readonly searchedOn?: string;
  readonly stopAtMs?: number;
  readonly dryRun?: boolean;
  readonly alter?: (ports: ComputerPorts) => Partial<ComputerPorts>;
}

/** One run at noon, of a platform on which every computer is active. */
async function watched(scene: Scene = {}) {
  const { names = ['builder'], records = [], terms = {}, sessions = [], stopAtMs = Infinity, dryRun = false } = scene;
  const { ports: tables } = await aTablesWorld();
  const store = memoryComputerStore();
  await store.put(records);
  await store.putFacts({ words: {}, ...(scene.searchedOn !== undefined && { searchedOn: scene.searchedOn }) });
  const asked: string[] = [];
  const note = (what: string): void => void asked.push(what);
  const computers: Computers = {
    find: async (name) => ({ kind: 'found', computer: aComputer({ name, id: `id-${name}` }) }),
    create: async (name) => ({ kind: 'done', computer: aComputer({ name, id: `new-${name}` }) }),
    retryInstall: async (id) => ({ kind: 'done', computer: aComputer({ id }) }),
    ...scene.computers,
  };
  let pages = 0;
  const ports: ComputerPorts = {
    ...tables,
    clock: { now: () => noonMs },
    fleet: partOf({
      list: async () => ({
        records: names.map((name) => anEntry({ name })),
        invalid: [{ key: 'odd', problem: 'not readable' }],
      }),
    }),
    store,
    computers: {
      find: async (name) => {
        note(`find ${name}`);
        return computers.find(name);
      },
      create: async (name, entry) => {
        note(`create ${name}`);
        return computers.create(name, entry);
      },
      retryInstall: async (id) => {
        note(`retry ${id}`);
        return computers.retryInstall(id);
      },
    },
    sessions: {
      async *pages() {
        for (const page of sessions) {
          pages += 1;
          yield { sessions: page, unreadable: 0, repeated: 0 } as never;
        }
      },
    },
  };
  const settings: ComputerSettings = {
    admins: ['admin@acme.example'],
    alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
    computers: { ...computerTerms, createsPerRun: 10, readsPerRun: 100, searchSessions: true, ...terms },
  };
  const order = { runId: 'computers-1', atMs: noonMs, stopAtMs, dryRun };
  const end = await watchComputers({ ...ports, ...scene.alter?.(ports) }, settings, order);
  const known = await store.read();
  const entries = await tables.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100);
  const states = await tables.alerts.read('computers', []);
  return {
    outcome: end.outcome,
    asked,
    pages,
    known,
    names: known.records.map(({ name }) => name),
    actions: entries.filter(({ kind }) => kind === 'computer-action'),
    topics: states.map((state) => (state.kind === 'observed' ? state.observation.topic : state.kind)),
  };
}

const absent: Partial<Computers> = { find: async () => ({ kind: 'absent' }) };
const failed: Partial<Computers> = { find: async () => ({ kind: 'failed', problem: 'status 500' }) };

describe('reading', () => {
  test('keeps what was read, and a run that meets no trouble is complete', async () => {
    const { outcome, known, topics } = await watched();

    expect(outcome).toMatchObject({ status: 'complete', isUnfinished: false, problems: [] });
    expect(known.records).toEqual([
      { name: 'builder', readAt: noon, found: aComputer({ id: 'id-builder' }), attempts: [] },
    ]);
    expect(topics).toEqual(['fleet-list']);
    expect(outcome.findings).toMatchObject([{ kind: 'fleet-list' }]);
  });

  test('is of so many computers a run', async () => {
    const { asked } = await watched({ names: ['a', 'b', 'c', 'd', 'e', 'f'], terms: { readsPerRun: 5 } });

    expect(asked).toEqual(['find a', 'find b', 'find c', 'find d', 'find e']);
  });

  test('goes past a computer that cannot be read, and says so', async () => {
    const { outcome, names } = await watched({
      names: ['bad', 'good'],
      computers: {
        find: async (name) =>
          name === 'bad' ? { kind: 'failed', problem: 'status 500' } : { kind: 'found', computer: aComputer({ name }) },
      },
    });

    expect(outcome.status).toBe('partial');
    expect(outcome.problems).toEqual([expect.stringMatching(/bad.*status 500/u)]);
    expect(names).toEqual(['good']);
  });

  test('that reads nothing at all fails the run', async () => {
    expect((await watched({ computers: failed })).outcome).toMatchObject({
      status: 'failed',
      problems: [expect.stringContaining('status 500')],
    });
  });

  const many = Array.from({ length: 13 }, (_, index) => `c-${String(index).padStart(2, '0')}`);

  test('ends after eight failures in a row, and says how many were not read', async () => {
    const { outcome, asked } = await watched({
      names: many,
      computers: {
        find: async (name) =>
          name < 'c-04' ? { kind: 'found', computer: aComputer({ name }) } : { kind: 'failed', problem: 'p' },
      },
    });

    expect(asked).toHaveLength(12);
    expect(outcome.problems.at(-1)).toMatch(/^1\b/u);
  });

  test('goes on where failures are not in a row', async () => {
    const { asked } = await watched({
      names: many,
      computers: {
        find: async (name) =>
          Number(name.slice(2)) % 4 === 3
            ? { kind: 'found', computer: aComputer({ name }) }
            : { kind: 'failed', problem: 'p' },
      },
    });

    expect(asked).toHaveLength(13);
  });

  test('ends at the deadline', async () => {
    let now = noonMs;
    const { outcome, asked } = await watched({
      names: many,
      stopAtMs: noonMs + minuteMs,
      computers: {
        find: async (name) => {
          now += minuteMs / 4;
          return { kind: 'found', computer: aComputer({ name }) };
        },
      },
      alter: () => ({ clock: { now: () => now } }),
    });

    expect(asked).toHaveLength(4);
    expect(outcome.problems).toEqual([expect.stringMatching(/^9\b/u)]);
  });
});

test('what the words of steps mean is learned from computers that are active', async () => {
  const steps = [{ id: 's-1', name: 'clone', word: 'finished', startedAtMs: 1, completedAtMs: 2 }];

  const { known } = await watched({
    computers: { find: async () => ({ kind: 'found', computer: aComputer({ steps }) }) },
  });

  expect(Object.keys(known.facts.words)).toEqual(['finished']);
});

test('a computer that left the list is forgotten', async () => {
  const { names } = await watched({ records: [aRecord({ name: 'old' }), aRecord()] });

  expect(names).toEqual(['builder']);
});

describe('sessions are searched for computers that are not on the list', () => {
  const pageOf = (...ids: readonly string[]) =>
    ids.map((computerId, index) => ({ sessionId: `s-${computerId}-${index}`, computerId }));
  const sessions = [[...pageOf('id-builder', 'stranger'), { sessionId: 's' }], pageOf('other', 'other')];

  test('once a day, those with most sessions first', async () => {
    const { outcome, known, topics } = await watched({ sessions });

    expect(outcome.findings?.filter(({ kind }) => kind === 'computer-unlisted').map(({ subject }) => subject)).toEqual([
      'other',
      'stranger',
    ]);
    expect(known.facts.searchedOn).toBe('2026-03-15');
    expect(topics).toContain('computer-unlisted');
  });

  test.for<{ readonly when: string; readonly scene: Scene }>([
    { when: 'they were today', scene: { searchedOn: '2026-03-15' } },
    { when: 'the settings do not say so', scene: { terms: { searchSessions: false } } },
    { when: 'the list is empty', scene: { names: [] } },
    { when: 'a listed computer was never read', scene: { names: ['a', 'b'], terms: { readsPerRun: 1 } } },
  ])('not where $when', async ({ scene }) => {
    const { pages, topics } = await watched({ sessions, ...scene });

    expect(pages).toBe(0);
    expect(topics).not.toContain('computer-unlisted');
  });

  test('also while some of the list were read by an earlier run; what left the list is on it no more', async () => {
    const records = ['a', 'b', 'old'].map((name) => aRecord({ name, found: aComputer({ name, id: `id-${name}` }) }));

    const { outcome } = await watched({
      names: ['a', 'b'],
      records,
      terms: { readsPerRun: 1 },
      sessions: [pageOf('id-a', 'id-b', 'id-old')],
    });

    expect(outcome.findings?.filter(({ kind }) => kind === 'computer-unlisted').map(({ subject }) => subject)).toEqual([
      'id-old',
    ]);
  });

  test('in a hundred pages at most', async () => {
    const { pages } = await watched({ sessions: Array.from({ length: 120 }, (_, index) => pageOf(`c-${index}`)) });

    expect(pages).toBe(100);
  });

  test('by the next run where the platform is away; another error fails the run', async () => {
    const failing = (error: Error): Scene => ({
      alter: () => ({
        sessions: {
          // eslint-disable-next-line require-yield
          async *pages() {
            throw error;
          },
        },
      }),
    });

    const away = await watched(failing(new PlatformUnavailableError('away')));
    expect(away.outcome.status).toBe('complete');
    expect(away.known.facts).not.toHaveProperty('searchedOn');
    await expect(watched(failing(new TypeError('ours')))).rejects.toThrow('ours');
  });
});

describe('what is missing', () => {
  test('is created once it was looked for again, and journaled', async () => {
    const { asked, actions, known, outcome } = await watched({ computers: absent });

    expect(asked).toEqual(['find builder', 'find builder', 'create builder']);
    expect(actions).toMatchObject([
      {
        id: 'computers-1/computer/builder/create/done',
        actor: 'curfew',
        runId: 'computers-1',
        subject: 'builder',
        detail: { action: 'create', status: 'done', problem: null },
      },
    ]);
    expect(known.records).toMatchObject([
      { found: { id: 'new-builder' }, attempts: [{ action: 'create', status: 'done' }] },
    ]);
    expect(outcome.findings).toContainEqual(
      expect.objectContaining({ subject: 'builder', action: { kind: 'create', status: 'done' } }),
    );
  });

  test('is stored as begun before it is created: whoever goes on after a crash knows that it may be there', async () => {
    const store = memoryComputerStore();
    let begun: readonly ComputerRecord[] = [];

    await watched({
      computers: {
        ...absent,
        create: async (name) => {
          begun = (await store.read()).records;
          return { kind: 'done', computer: aComputer({ name }) };
        },
      },
      alter: () => ({ store }),
    });

    expect(begun).toMatchObject([{ name: 'builder', attempts: [{ action: 'create', at: noon, status: 'unknown' }] }]);
  });

  test('is not created where it is there by now', async () => {
    let looks = 0;
    const { asked, known } = await watched({
      computers: {
        find: async () => ((looks += 1) === 1 ? { kind: 'absent' } : { kind: 'found', computer: aComputer() }),
      },
    });

    expect(asked).toEqual(['find builder', 'find builder']);
    expect(known.records).toMatchObject([{ found: { id: 'c-1' } }]);
  });

  test('is not created where its name cannot be looked up', async () => {
    let looks = 0;
    const { asked, actions } = await watched({
      computers: {
        find: async () => ((looks += 1) === 1 ? { kind: 'absent' } : { kind: 'failed', problem: 'status 500' }),
      },
    });

    expect(asked).toHaveLength(2);
    expect(actions).toMatchObject([{ detail: { status: 'failed', problem: expect.stringContaining('status 500') } }]);
  });

  test('of which the answer was lost is done where its name is there afterwards', async () => {
    const create: Computers['create'] = async () => ({ kind: 'unknown', problem: 'no answer' });
    let looks = 0;
    const found = await watched({
      computers: {
        create,
        find: async () => ((looks += 1) < 3 ? { kind: 'absent' } : { kind: 'found', computer: aComputer() }),
      },
    });
    const lost = await watched({ computers: { ...absent, create } });

    expect(found.actions).toMatchObject([{ detail: { status: 'done' } }]);
    expect(lost.actions).toMatchObject([{ detail: { status: 'unknown', problem: 'no answer' } }]);
    expect(lost.outcome.status).toBe('partial');
    expect(lost.known.records).toMatchObject([{ attempts: [{ status: 'unknown' }] }]);
  });

  test('is journaled as created by the run that finds it', async () => {
    const cause = 'missing, entry version 1';
    const attempt = { action: 'create', cause, at: '2026-03-15T11:00:00.000Z', status: 'unknown' } as const;
    const earlier = { ...attempt, at: '2026-03-14T11:00:00.000Z', cause: 'missing, entry version 0' };
    const created = { ...earlier, status: 'done' } as const;
    const installed = { ...created, action: 'install-deps', at: '2026-03-14T12:00:00.000Z' } as const;
    const failed = { ...earlier, at: '2026-03-14T13:00:00.000Z', status: 'failed' } as const;

    // Of a computer that is active, the retries of its installation are counted no more.
    const { actions } = await watched({ records: [aRecord({ attempts: [created, installed, failed, attempt] })] });

    expect(actions).toMatchObject([
      { at: noon, id: 'computers-1/computer/builder/create/done', detail: { cause, status: 'done' } },
    ]);
  });

  test('is still unknown to the journal while its name is not there', async () => {
    const cause = 'missing, entry version 1';
    const attempt = { action: 'create', cause, at: '2026-03-15T11:59:00.000Z', status: 'unknown' } as const;

    const { actions } = await watched({
      records: [aRecord({ attempts: [attempt] })],
      computers: absent,
      dryRun: false,
    });

    expect(actions.every(({ at }) => at !== '2026-03-15T11:59:00.000Z')).toBe(true);
  });

  test('is only proposed by a dry run', async () => {
    const { asked, outcome, known } = await watched({ computers: absent, dryRun: true });

    expect(asked).toEqual(['find builder']);
    expect(outcome.findings?.[0]).toMatchObject({ action: { status: 'proposed' } });
    expect(known.records).toEqual([]);
  });

  test('waits for the next run past the deadline', async () => {
    let now = noonMs;
    const { asked, outcome } = await watched({
      stopAtMs: noonMs + minuteMs,
      computers: {
        find: async () => {
          now += minuteMs;
          return { kind: 'absent' };
        },
      },
      alter: () => ({ clock: { now: () => now } }),
    });

    expect(asked).toEqual(['find builder']);
    expect(outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('builder')] });
  });

  test('is not created where the platform has lost most of what it had', async () => {
    const names = ['a', 'b', 'c'];
    const goneSince = '2026-03-15T09:00:00.000Z';
    const records = names.map((name) => aRecord({ name, found: aComputer({ name }), goneSince }));

    const { asked, outcome } = await watched({ names, records, computers: absent });

    expect(asked.filter((what) => what.startsWith('create'))).toEqual([]);
    expect(outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('curfew fleet apply')] });
  });
});

test('a refused retry keeps what is known of the computer, and why it was refused', async () => {
  const broken = aComputer({ status: 'error', steps: [aFailedInstall(60)] });

  const { known, actions } = await watched({
    computers: {
      find: async () => ({ kind: 'found', computer: broken }),
      retryInstall: async () => ({ kind: 'failed', problem: 'status 409' }),
    },
  });

  expect(actions).toMatchObject([{ detail: { status: 'failed', problem: 'status 409' } }]);
  expect(known.records).toMatchObject([{ found: broken, attempts: [{ status: 'failed', problem: 'status 409' }] }]);
});

test('an installation that failed is retried by the id of its computer', async () => {
  const broken = aComputer({ status: 'error', steps: [aFailedInstall(60)] });

  const { asked, actions } = await watched({ computers: { find: async () => ({ kind: 'found', computer: broken }) } });

  expect(asked).toEqual(['find builder', 'retry c-1']);
  expect(actions).toMatchObject([{ detail: { action: 'install-deps', status: 'done' } }]);
});
