import { describe, expect, test } from 'vitest';
import { memoryRevisionStore } from '../../../../shared/adapters/memory/controls/memory-revision-store.ts';
import { lastInForce, lastInForceAt } from '../../../../shared/application/controls/judge-revision.ts';
import type { RevisionStore } from '../../../../shared/application/controls/ports.ts';
import { latestVersion } from '../../../../shared/domain/controls/history/revision-entry.ts';
import type { JsonObject } from '../../../../shared/domain/controls/json.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';

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
