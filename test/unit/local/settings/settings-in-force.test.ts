import { existsSync, readFileSync, rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readSetTerms } from '../../../../local/settings/read-settings.ts';
import { repairSettings, settingsInForce } from '../../../../local/settings/settings-in-force.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { memorySettingsVersions } from '../../../../shared/settings/memory-store.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf, fileOf } = useScratchFolder();
const file = () => pathOf('settings.yaml');
const text = 'admins: [ann@example.com]\n';

test('settings whose file is lost while Curfew runs stay in force, which is said once, and are not noted as edited', async () => {
  const versions = memorySettingsVersions(memoryJournal());
  const said: string[] = [];
  fileOf('settings.yaml', text);
  const inForce = settingsInForce({
    file: file(),
    isDemo: false,
    versions,
    onInvalid: (problem) => said.push(problem),
  });
  await inForce.note();
  rmSync(file());

  const after = [inForce.current().admins, inForce.current().admins];
  await inForce.note();

  expect(after).toEqual([['ann@example.com'], ['ann@example.com']]);
  expect(said).toEqual([expect.stringMatching(/not there any more\.\nThe settings from before stay in force/u)]);
  expect(await versions.list()).toHaveLength(1);
});

test('a file of settings that was lost is written again as it was last; one that never was is not', async () => {
  const versions = memorySettingsVersions(memoryJournal());
  const none = await repairSettings(file(), versions);
  fileOf('settings.yaml', text);
  await settingsInForce({ file: file(), isDemo: false, versions, onInvalid: () => {} }).note();
  const kept = await repairSettings(file(), versions);
  rmSync(file());

  const repaired = await repairSettings(file(), versions);

  expect([none, kept]).toEqual([[], []]);
  expect(repaired).toEqual([expect.stringContaining('settings.yaml was missing and was written again')]);
  expect(readSetTerms(file())).toEqual({ admins: ['ann@example.com'] });
});

test('an empty file of settings stays empty', async () => {
  const versions = memorySettingsVersions(memoryJournal());
  fileOf('settings.yaml', text);
  await settingsInForce({ file: file(), isDemo: false, versions, onInvalid: () => {} }).note();
  fileOf('settings.yaml', '');

  expect(await repairSettings(file(), versions)).toEqual([]);
  expect(existsSync(file()) && readFileSync(file(), 'utf8')).toBe('');
});
