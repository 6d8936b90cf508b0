import { describe, expect, test } from 'vitest';

import { dynamoBudgetStore } from '../../shared/budgets/store.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import type { SettingsVersions } from '../../shared/kernel/records/ports.ts';
import type { Journal } from '../../shared/kernel/runs/ports.ts';
import { memorySettingsVersions } from '../../shared/settings/memory-store.ts';
import type { SettingsTerms, SettingsVersion } from '../../shared/settings/settings-record.ts';
import { dynamoSettingsVersions } from '../../shared/settings/store.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const at = '2026-03-15T10:00:00.000Z';

function version(number: number, terms: SettingsTerms, by = 'ada'): SettingsVersion {
  return { version: number, by, at, way: 'command', terms };
}

function entry(id: string): JournalEntry {
  return { id, at, kind: 'settings-changed', actor: 'ada', subject: 'settings', detail: {} };
}

describe.each<readonly [string, () => Promise<{ readonly versions: SettingsVersions; readonly journal: Journal }>]>([
  [
    'in memory',
    async () => {
      const journal = memoryJournal();
      return { versions: memorySettingsVersions(journal), journal };
    },
  ],
  [
    'in DynamoDB',
    async () => {
      const tables = await engine.freshTables('versions', 'journal');
      const dynamo = engine.dynamo();
      return {
        versions: dynamoSettingsVersions(dynamo, tables),
        journal: dynamoJournal(dynamo, tables.journal),
      };
    },
  ],
])('versions of the settings %s', (_, bench) => {
  test('are read back in their order, whatever settings they hold, with the last of them', async () => {
    const { versions } = await bench();
    const all = Array.from({ length: 11 }, (_each, index) =>
      version(index + 1, { admins: ['ann@acme.example'], 'a.setting.of.old': { of: [index] } }),
    );

    const none = await versions.last();
    for (const each of all) {
      await versions.add(each, entry(`settings/${each.version}`));
    }

    expect(none).toBeUndefined();
    expect(await versions.list()).toEqual(all);
    expect(await versions.last()).toEqual(all.at(-1));
  });

  test('of one number there is one: the second writes nothing, and no journal entry', async () => {
    const { versions, journal } = await bench();

    const first = await versions.add(version(1, { rereadDays: 4 }), entry('settings/a'));
    const second = await versions.add(version(1, { rereadDays: 5 }, 'bob'), entry('settings/b'));

    const day = { from: '2026-03-15', through: '2026-03-15' };
    expect([first, second]).toEqual([true, false]);
    expect(await versions.list()).toEqual([version(1, { rereadDays: 4 })]);
    expect((await journal.list(day, 10)).map(({ id }) => id)).toEqual(['settings/a']);
  });
});

test('the versions of the settings stand beside those of the budgets, and are none of them', async () => {
  const tables = await engine.freshTables('budgets', 'versions', 'journal');
  const dynamo = engine.dynamo();

  await dynamoSettingsVersions(dynamo, tables).add(version(1, { rereadDays: 4 }), entry('settings/a'));

  expect(await dynamoBudgetStore(dynamo, tables).listVersions()).toEqual([]);
});
