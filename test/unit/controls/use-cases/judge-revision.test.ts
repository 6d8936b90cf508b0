import { describe, expect, test } from 'vitest';

import type { Judge } from '../../../../shared/control-diff/place.ts';
import type { Announcement } from '../../../../shared/controls/announcement.ts';
import { latestVersion } from '../../../../shared/controls/history/revision-entry.ts';
import type { JsonObject } from '../../../../shared/controls/json.ts';
import type { RevisionStore } from '../../../../shared/controls/ports.ts';
import {
  memoryControlsDecisionStore,
  memoryRevisionStore,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import {
  approvedRetentionDays,
  changesOf,
  judgeOf,
  type ReportDeps,
  lastInForce,
  lastInForceAt,
} from '../../../../shared/controls/use-cases/judge-revision.ts';
import { aRevision, anEntry } from '../../../support/controls-samples.ts';
import { aBaseline } from '../../../world/controls/controls-world.ts';

const revision = aRevision(1, { updatedAt: '2026-03-02T09:00:00.000Z' });
const { actor } = revision;
const workingHours = { timeZone: 'UTC', days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' };
const announcement: Announcement = {
  id: 'a-1',
  pattern: 'sandbox',
  values: [],
  ticket: 'SEC-1',
  note: 'planned',
  until: '2026-03-09T00:00:00Z',
  createdBy: 'ann',
  createdAt: '2026-03-01T00:00:00Z',
  version: 1,
};

function depsOf(said: Partial<ReportDeps> = {}): ReportDeps {
  return { revisions: memoryRevisionStore(), diff: () => [], policy: { approvedChangers: [] }, ...said };
}

describe('a change is judged by', () => {
  test('who made it alone, where nothing else is known', () => {
    expect(judgeOf(depsOf(), revision)).toStrictEqual({ actor });
  });

  test('whether its actor is approved, and whether it is made within working hours', () => {
    const judge = (approvedChangers: readonly string[], updatedAt = revision.updatedAt) =>
      judgeOf(depsOf({ policy: { approvedChangers, workingHours } }), { ...revision, updatedAt });

    expect(judge(['eve@acme.example'])).toStrictEqual({ actor, isApproved: true, isWithinWorkingHours: true });
    expect(judge(['ann@acme.example'], '2026-03-02T23:00:00.000Z')).toStrictEqual({
      actor,
      isApproved: false,
      isWithinWorkingHours: false,
    });
  });

  test('the retention that was approved, and what was announced by then', () => {
    expect(judgeOf(depsOf({ retentionDays: 90, announcements: [announcement] }), revision)).toStrictEqual({
      actor,
      announcements: [announcement],
      madeAtMs: Date.parse(revision.updatedAt),
      baselineRetentionDays: 90,
    });
  });

  test('no announcement, where nobody knows when it was made', () => {
    expect(judgeOf(depsOf({ announcements: [announcement] }), { ...revision, updatedAt: 'once' })).toStrictEqual({
      actor,
    });
  });
});

test('the changes of a revision are those of its settings, with what came into force again', async () => {
  const seen: (Judge | undefined)[] = [];
  const before = { level: 0 };
  const deps = depsOf({
    diff(was, is, judge) {
      expect([was, is]).toEqual([before, revision.settings]);
      seen.push(judge);
      return [];
    },
  });

  await changesOf(deps, { revision, before, previous: undefined });

  expect(seen).toStrictEqual([{ actor, lastInForce: new Map() }]);
});

describe('a difference that a report has judged', () => {
  /** The differences between so many contents and their neighbours, asked for one after the other, and how many were judged. */
  async function judgedOf(asked: readonly (readonly [before: string, after: string])[], isKept = true) {
    let count = 0;
    const diff = () => {
      count += 1;
      return [];
    };
    const deps = depsOf({ ...(isKept && { judged: new Map() }), diff });
    for (const digests of asked) {
      await changesOf(deps, { revision, before: {}, previous: undefined, digests });
    }
    return count;
  }

  test('is not judged again, and another one is', async () => {
    expect(
      await judgedOf([
        ['a', 'b'],
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ]),
    ).toBe(3);
  });

  test('is judged again where nothing is kept', async () => {
    expect(
      await judgedOf(
        [
          ['a', 'b'],
          ['a', 'b'],
        ],
        false,
      ),
    ).toBe(2);
  });

  test('is kept until forty others were judged', async () => {
    const others = Array.from({ length: 39 }, (_, index) => ['z', `${index}`] as const);

    expect(await judgedOf([['a', 'b'], ...others, ['a', 'b']])).toBe(40);
    expect(await judgedOf([['a', 'b'], ...others, ['z', '39'], ['a', 'b']])).toBe(42);
  });
});

const domains = 'sandbox.network.allowedDomains';
const sockets = 'sandbox.network.allowUnixSockets';

/** A sandbox that is on or off, with the domains and the sockets that it allows. */
function sandbox(enabled: boolean, allowedDomains: readonly string[] = [], allowUnixSockets: readonly string[] = []) {
  return { sandbox: { enabled, network: { allowedDomains, allowUnixSockets } } } satisfies JsonObject;
}

/** Revisions 1, 2, … of the first numbering, and then those of the second. */
async function aStore(first: readonly JsonObject[], second: readonly JsonObject[] = []) {
  const store = memoryRevisionStore();
  for (const [series, all] of [first, second].entries()) {
    for (const [index, settings] of all.entries()) {
      const revision = aRevision(index + 1, { settings });
      await store.put(anEntry([revision], series + 1), revision);
    }
  }
  let reads = 0;
  const counting: RevisionStore = {
    ...store,
    async read(...content) {
      reads += 1;
      return store.read(...content);
    },
  };
  const entryAt = async (series: number, revision: number) => {
    const [entry] = await store.find(series, [revision]);
    return entry ?? anEntry([aRevision(revision)], series);
  };
  return { store: counting, entryAt, reads: () => reads };
}

describe('what fields last were while they were in force', () => {
  test('is looked for from the newest revision back, each field apart', async () => {
    const { store, entryAt, reads } = await aStore([
      sandbox(true, ['old.example'], ['/old']),
      sandbox(true, ['new.example'], ['/new']),
      sandbox(false, ['slept.example']),
      sandbox(false),
    ]);

    const found = await lastInForceAt(store, await entryAt(1, 4), { fields: [domains, sockets] });

    const { digest } = latestVersion(await entryAt(1, 2));
    const place = { series: 1, revision: 2, digest };
    expect([...found]).toEqual([
      [domains, { value: ['new.example'], place }],
      [sockets, { value: ['/new'], place }],
    ]);
    expect(reads()).toBe(2);
  });

  test('is nothing where they never were', async () => {
    const { store, entryAt } = await aStore([sandbox(false, ['a.example']), sandbox(false)]);

    expect((await lastInForceAt(store, await entryAt(1, 2), { fields: [domains] })).size).toBe(0);
  });

  test('goes back into the numbering before', async () => {
    const { store, entryAt } = await aStore(
      [sandbox(true, ['first.example']), sandbox(false)],
      [sandbox(false), sandbox(false)],
    );

    const found = await lastInForceAt(store, await entryAt(2, 2), { fields: [domains] });

    expect(found.get(domains)).toMatchObject({ value: ['first.example'], place: { series: 1, revision: 1 } });
  });

  test('leaves out the revisions that count as not there', async () => {
    const { store, entryAt } = await aStore([
      sandbox(true, ['a.example']),
      sandbox(true, ['b.example']),
      sandbox(false),
    ]);

    const found = await lastInForceAt(store, await entryAt(1, 3), {
      fields: [domains],
      isLeftOut: ({ revision }) => revision === 2,
    });

    expect(found.get(domains)?.value).toEqual(['a.example']);
  });

  test('leaves out a revision whose content is not stored', async () => {
    const { store, entryAt } = await aStore([
      sandbox(true, ['a.example']),
      sandbox(true, ['b.example']),
      sandbox(false),
    ]);
    const read: RevisionStore['read'] = async (entry, digest) =>
      entry.revision === 2 ? undefined : store.read(entry, digest);

    const found = await lastInForceAt({ ...store, read }, await entryAt(1, 3), { fields: [domains] });

    expect(found.get(domains)?.value).toEqual(['a.example']);
  });

  test('is read for no field at all without a look', async () => {
    const { store, entryAt, reads } = await aStore([sandbox(true), sandbox(false)]);

    expect((await lastInForceAt(store, await entryAt(1, 2), { fields: [] })).size).toBe(0);
    expect(reads()).toBe(0);
  });

  test('is taken for never, after two thousand revisions', async () => {
    const { store: empty } = await aStore([]);
    let reads = 0;
    const entry = anEntry([aRevision(1)]);
    const store: RevisionStore = {
      ...empty,
      findBelow: async (_series, below) => (below === 1 ? undefined : { ...entry, revision: below - 1 }),
      async read({ revision }) {
        reads += 1;
        return aRevision(revision, { settings: sandbox(revision === 1, ['a.example']) });
      },
    };
    const seen = { fields: [domains] };

    const found = [
      await lastInForceAt(store, { ...entry, revision: 2_001 }, seen),
      await lastInForceAt(store, { ...entry, revision: 2_002 }, seen),
    ];

    expect(found.map(({ size }) => size)).toEqual([1, 0]);
    expect(reads).toBe(4_000);
  });
});

test('only fields that come into force with a step are looked for', async () => {
  const { store, entryAt, reads } = await aStore([sandbox(true, ['a.example']), sandbox(false, ['b.example'])]);
  const previous = await entryAt(1, 2);
  const [before, after] = [sandbox(false, ['b.example']), sandbox(true, ['b.example'])];

  expect((await lastInForce(store, previous, { before, after })).get(domains)).toEqual(['a.example']);
  expect(reads()).toBe(1);
  expect((await lastInForce(store, previous, { before, after: before })).size).toBe(0);
  expect((await lastInForce(store, undefined, { before, after })).size).toBe(0);
  expect(reads()).toBe(1);
});

test.for([
  [90, 90],
  ['ninety', undefined],
  [undefined, undefined],
] as const)('a retention of %s that was approved counts as %s', async ([days, wanted]) => {
  const decisions = memoryControlsDecisionStore();
  expect(await approvedRetentionDays({ decisions })).toBeUndefined();

  await decisions.approveBaseline(aBaseline(days === undefined ? {} : { sessionRetentionDays: days }), 0);

  expect(await approvedRetentionDays({ decisions })).toBe(wanted);
});
