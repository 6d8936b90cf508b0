import { expect, test } from 'vitest';

import { memoryBudgetStore } from '../../../../shared/budgets/memory-store.ts';
import { memoryGrantStore } from '../../../../shared/grants/memory-store.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { performOperation } from '../../../../shared/kernel/api/perform-operation.ts';
import { settingsOf } from '../../../../shared/settings/contract/settings-record.ts';
import { memorySettingsVersions } from '../../../../shared/settings/memory-store.ts';
import type { SettingsTerms } from '../../../../shared/settings/settings-record.ts';
import { memoryTeamStore } from '../../../../shared/teams/memory-store.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { memorySettingsFile } from '../../../support/settings-file.ts';

function anInstallation(set: SettingsTerms) {
  const journal = memoryJournal();
  const { file: settingsFile, terms, write } = memorySettingsFile(set);
  const settingsVersions = memorySettingsVersions(journal);
  const tables = {
    budgets: memoryBudgetStore(journal),
    teams: memoryTeamStore(journal),
    grants: memoryGrantStore(journal),
  };
  const installation = { ...tables, settingsFile, settingsVersions, readSettings: () => settingsOf(terms()) };
  const context = {
    installation: installation as unknown as Installation,
    now: () => Date.parse('2026-03-15T09:00:00Z'),
  };
  const call = async (id: string, given: object, seen?: string) =>
    performOperation(context, {
      id,
      caller: callerOfMachine('ada'),
      given: { ...given },
      ...(seen !== undefined && { seen }),
    });
  return { call, context, settingsVersions, terms, write };
}

test('a setting is set on what the file was seen to set, under the name of the caller; an edit by hand is a version before', async () => {
  const { call, terms, settingsVersions } = anInstallation({ platformWindowAnchorDay: 7 });
  const { version = '' } = await call('showSettings', {});

  const made = await call('setSetting', { name: 'mailFrom', body: { value: 'curfew@acme.example' } }, version);

  expect(made.document).toMatchObject({ change: 'change', after: { mailFrom: 'curfew@acme.example' } });
  expect(terms()).toEqual({ platformWindowAnchorDay: 7, mailFrom: 'curfew@acme.example' });
  expect((await settingsVersions.list()).map(({ by, way }) => [by, way])).toEqual([
    ['unknown', 'direct-edit'],
    ['ada', 'command'],
  ]);
});

test('a setting is not set where the file says something else by now, or no version is named', async () => {
  const { call, terms, write } = anInstallation({ platformWindowAnchorDay: 7 });
  const { version = '' } = await call('showSettings', {});
  write({ platformWindowAnchorDay: 8 });
  const setting = { name: 'platformWindowAnchorDay', body: { value: 9 } };

  await expect(call('setSetting', setting, version)).rejects.toMatchObject({ kind: 'stale' });
  await expect(call('setSetting', setting)).rejects.toMatchObject({ kind: 'version-missing' });
  expect(terms()).toEqual({ platformWindowAnchorDay: 8 });
});

test('a setting that there is not, or a value that it does not take, is refused with its name', async () => {
  const { call } = anInstallation({});
  const { version = '' } = await call('showSettings', {});
  const set = async (name: string, value: unknown) => call('setSetting', { name, body: { value } }, version);

  await expect(set('platformWindowAnchorDays', 7)).rejects.toThrow('"platformWindowAnchorDays"');
  await expect(set('platformWindowAnchorDay', 32)).rejects.toThrow('platformWindowAnchorDay');
});

test('the settings of a deployment are not set from afar: it is said where they are', async () => {
  const { context } = anInstallation({});
  const { settingsFile: _none, ...installation } = context.installation;
  const call = performOperation(
    { ...context, installation },
    {
      id: 'setSetting',
      caller: callerOfMachine('ada'),
      given: { name: 'mailFrom', body: { value: 'a@b.example' } },
      seen: 'any',
    },
  );

  await expect(call).rejects.toThrow('curfew.config.ts');
});
