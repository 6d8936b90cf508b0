import { beforeEach, describe, expect, test } from 'vitest';

import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { StaleRecordError, type RecordStore } from '../../shared/kernel/records/ports.ts';
import type { RecordEdit } from '../../shared/kernel/records/record-edit.ts';
import { dynamoRecordStore } from '../../shared/kernel/records/store/dynamo-record-store.ts';
import { memoryRecordStore } from '../../shared/kernel/records/store/memory-record-store.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import { targetRecord } from '../../shared/readiness/contract/readiness-target.ts';
import type { TargetKey, TargetTerms } from '../../shared/readiness/target.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const author = { name: 'ann@acme.example', at: '2026-03-15T10:00:00.000Z' };
const key: TargetKey = { criterion: 'tests', repository: 'acme/a#b' };
const terms: TargetTerms = { ...key, by: '2026-04-01', percent: 80, owners: ['ann@acme.example'], note: 'why' };
const stamp = { updatedBy: author.name, updatedAt: author.at };

interface Bench {
  readonly store: RecordStore<TargetKey, TargetTerms>;
  readonly journal: Journal;
}

function anEdit(
  seenVersion: number,
  edited?: TargetTerms,
  version = seenVersion + 1,
): RecordEdit<TargetKey, TargetTerms> {
  const { name: by, at } = author;
  return { key: edited ?? key, seenVersion, version, way: 'command', by, at, ...(edited && { terms: edited }) };
}

function anEntry(id: string): JournalEntry {
  return { id, at: author.at, kind: 'readiness-target-changed', actor: author.name, detail: {} };
}

describe.each<{ readonly name: string; readonly make: () => Promise<Bench> }>([
  {
    name: 'in memory',
    async make() {
      const journal = memoryJournal();
      return { journal, store: memoryRecordStore(journal, targetRecord) };
    },
  },
  {
    name: 'in DynamoDB',
    async make() {
      const tables = await engine.freshTables('records', 'journal');
      const dynamo = engine.dynamo();
      return {
        journal: dynamoJournal(dynamo, tables.journal),
        store: dynamoRecordStore({ dynamo, tables }, targetRecord),
      };
    },
  },
])('the record store $name', ({ make }) => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await make();
  });

  test('adds, changes and removes a record with its version and its journal entry', async () => {
    const { store, journal } = bench;
    await store.edit(anEdit(0, terms), anEntry('e-1'));
    await store.edit(anEdit(1, { ...terms, percent: 90 }), anEntry('e-2'));
    expect(await store.list()).toEqual({ records: [{ ...terms, percent: 90, version: 2, ...stamp }], invalid: [] });

    await store.edit(anEdit(2), anEntry('e-3'));
    expect(await store.list()).toEqual({ records: [], invalid: [] });
    const versions = await store.listVersions(key);
    expect(versions.map(({ version, terms: of }) => [version, of?.percent])).toEqual([
      [1, 80],
      [2, 90],
      [3, undefined],
    ]);
    const entries = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 10);
    expect(entries.map(({ id }) => id)).toEqual(['e-1', 'e-2', 'e-3']);
  });

  test('refuses an edit on a version that is no longer there, or whose number is taken, and writes nothing of it', async () => {
    const { store } = bench;
    await store.edit(anEdit(0, terms), anEntry('e-1'));
    const other = { ...terms, percent: 10 };

    await expect(store.edit(anEdit(0, other), anEntry('e-2'))).rejects.toBeInstanceOf(StaleRecordError);
    await expect(store.edit(anEdit(3), anEntry('e-3'))).rejects.toBeInstanceOf(StaleRecordError);
    await store.edit(anEdit(1), anEntry('e-4'));
    await expect(store.edit(anEdit(0, other), anEntry('e-5'))).rejects.toBeInstanceOf(StaleRecordError);
    await store.edit(anEdit(0, other, 3), anEntry('e-6'));

    expect((await store.listVersions()).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test('takes an edit that was made already as done', async () => {
    const { store } = bench;
    await store.edit(anEdit(0, terms), anEntry('e-1'));
    await store.edit(anEdit(0, terms), anEntry('e-1'));

    expect((await store.listVersions()).length).toBe(1);
  });

  test('keeps the versions of one key apart from those of another whose text goes on from it', async () => {
    const { store } = bench;
    const longer = { ...terms, repository: `${terms.repository}#c` };
    await store.edit(anEdit(0, terms), anEntry('e-1'));
    await store.edit(anEdit(0, longer), anEntry('e-2'));

    expect((await store.listVersions(key)).map(({ key: of }) => of)).toEqual(['tests / acme/a#b']);
    expect((await store.listVersions()).length).toBe(2);
  });
});
