import { expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { editRecord } from '../../../../shared/kernel/records/use-cases/edit-record.ts';
import { memorySettingsVersions } from '../../../../shared/settings/memory-store.ts';
import { settingsKind, type SettingsTerms } from '../../../../shared/settings/settings-record.ts';
import { adoptSettings, settingsStore } from '../../../../shared/settings/use-cases.ts';
import { memorySettingsFile } from '../../../support/settings-file.ts';

const at = '2026-03-15T10:00:00.000Z';
const later = '2026-03-15T11:00:00.000Z';
const ada = { name: 'ada', at, way: 'command' } as const;

function anInstallation(set: SettingsTerms = {}) {
  const journal = memoryJournal();
  const { file, terms, write } = memorySettingsFile(set);
  let count = 0;
  const versions = memorySettingsVersions(journal);
  const ids = { next: () => `id-${(count += 1)}` };
  return {
    ports: { file, versions, ids },
    store: settingsStore({ file, versions }),
    terms,
    write,
    journaled: async () => journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100),
  };
}

const changed = (before: SettingsTerms, after: SettingsTerms) =>
  ({ kind: 'change', before: { ...before, version: 0, updatedBy: '', updatedAt: '' }, after }) as const;

test('settings that were never noted are a record without a version', async () => {
  const { store } = anInstallation({ alertHour: 7 });

  expect(await store.find({})).toEqual({
    row: { kind: 'record', record: { alertHour: 7, version: 0, updatedBy: '', updatedAt: '' } },
  });
});

test('an edit replaces the file, with a version and a journal entry by its author', async () => {
  const { ports, store, terms, journaled } = anInstallation();

  await editRecord({ kind: settingsKind, store, ids: ports.ids }, changed({}, { alertHour: 7 }), ada);

  expect(terms()).toEqual({ alertHour: 7 });
  expect(await store.find({})).toMatchObject({
    row: { kind: 'record', record: { alertHour: 7, version: 1, updatedBy: 'ada', updatedAt: at } },
    last: { version: 1 },
  });
  expect(await ports.versions.list()).toMatchObject([{ version: 1, by: 'ada', at, way: 'command' }]);
  expect(await journaled()).toMatchObject([{ actor: 'ada', subject: 'settings' }]);
});

test('an edit on a version that another edit took is refused, and the file stays as it is', async () => {
  const { ports, store, terms } = anInstallation();
  const raced = { ...ports, versions: { ...ports.versions, add: async () => Promise.resolve(false) } };

  const edit = editRecord(
    { kind: settingsKind, store: settingsStore(raced), ids: ports.ids },
    changed({}, { alertHour: 7 }),
    ada,
  );

  expect(await edit).toMatchObject({ kind: 'stale' });
  expect(terms()).toEqual({});
  expect((await store.find({})).last).toBeUndefined();
});

test('what somebody changed in the file is adopted once, with what was set before', async () => {
  const { ports, write, journaled } = anInstallation({ alertHour: 7 });

  expect(await adoptSettings(ports, at)).toMatchObject({ version: 1, at, way: 'direct-edit', terms: { alertHour: 7 } });
  expect(await adoptSettings(ports, at)).toBeUndefined();
  write({ alertHour: 8 });
  expect(await adoptSettings(ports, later)).toMatchObject({ version: 2, terms: { alertHour: 8 } });

  const entries = await journaled();
  expect(entries.map(({ id, actor }) => [id, actor])).toEqual([
    ['settings/id-1', 'unknown'],
    ['settings/id-2', 'unknown'],
  ]);
  expect(entries.map(({ detail }) => [detail['before'], detail['after']])).toMatchObject([
    [null, { alertHour: 7 }],
    [{ alertHour: 7 }, { alertHour: 8 }],
  ]);
});

test('what another process adopts at the same moment is not adopted again', async () => {
  const { ports } = anInstallation({ alertHour: 7 });
  const versions = { ...ports.versions, add: async () => Promise.resolve(false) };

  expect(await adoptSettings({ ...ports, versions }, at)).toBeUndefined();
});
