import {
  StaleRecordError,
  type EditedStore,
  type SettingsFile,
  type SettingsVersions,
} from '../kernel/records/ports.ts';
import { editEntry } from '../kernel/records/use-cases/edit-record.ts';
import type { Ids } from '../kernel/runs/ports.ts';
import {
  decideAdoption,
  settingsKind,
  type SettingsKey,
  type SettingsTerms,
  type SettingsVersion,
} from './settings-record.ts';

export interface SettingsPorts {
  readonly file: SettingsFile;
  readonly versions: SettingsVersions;
}

/** The settings as an editable record that always exists: the file with the stamp of its last version. */
export function settingsStore({ file, versions }: SettingsPorts): EditedStore<SettingsKey, SettingsTerms> {
  return {
    async find() {
      const last = await versions.last();
      const stamp = { version: last?.version ?? 0, updatedBy: last?.by ?? '', updatedAt: last?.at ?? '' };
      return { row: { kind: 'record', record: { ...file.read(), ...stamp } }, last };
    },
    async edit({ key: _key, seenVersion: _seen, terms = {}, ...facts }, entry) {
      const seen = (await versions.last())?.terms ?? {};
      await file.replace(seen, terms, async () => {
        if (!(await versions.add({ ...facts, terms }, entry))) {
          throw new StaleRecordError(`the settings are past version ${facts.version - 1}`);
        }
      });
    },
  };
}

/**
 * Gives a change made to the file with other tools a version and a journal entry of unknown author. Undefined when the
 * file is unchanged or another process has just noted the change.
 */
export async function adoptSettings(
  { file, versions, ids }: SettingsPorts & { readonly ids: Ids },
  at: string,
): Promise<SettingsVersion | undefined> {
  const last = await versions.last();
  const version = decideAdoption(file.read(), last, at);
  if (version === undefined) {
    return undefined;
  }
  const before = last && { ...last.terms, version: last.version };
  const edit = { ...version, key: {}, seenVersion: last?.version ?? 0 };
  const isAdded = await versions.add(version, editEntry(settingsKind, edit, { before, id: ids.next() }));
  return isAdded ? version : undefined;
}
