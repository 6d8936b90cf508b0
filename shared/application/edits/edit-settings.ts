import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { termsIn } from '../../domain/records/diff-records.ts';
import {
  decideAdoption,
  settingsKind,
  type SettingsKey,
  type SettingsTerms,
  type SettingsVersion,
} from '../../domain/settings/settings-record.ts';
import type { Ids } from '../runs/ports.ts';
import { editEntry } from './edit-record.ts';
import type { EditableRecords } from './editable-records.ts';
import { StaleRecordError, type SettingsFile, type SettingsVersions } from './ports.ts';

export interface SettingsPorts {
  readonly file: SettingsFile;
  readonly versions: SettingsVersions;
}

/** The settings, for the use cases that edit records: there is always one record, the file with the stamp of its last version. */
export function editableSettings({ file, versions }: SettingsPorts): EditableRecords<SettingsKey, SettingsTerms> {
  return {
    kind: settingsKind,
    async list() {
      const last = await versions.last();
      const stamp = { version: last?.version ?? 0, updatedBy: last?.by ?? '', updatedAt: last?.at ?? '' };
      return { records: [{ ...file.read(), ...stamp }], invalid: [] };
    },
    lastVersion: async () => (await versions.last())?.version ?? 0,
    async edit({ version, way, terms = {} }, author, entry) {
      const seen = (await versions.last())?.terms ?? {};
      await file.replace(seen, terms, async () => add({ version, by: author.name, at: author.at, way, terms }, entry));
    },
    termsWanted: (wanted) => wanted.map((terms) => termsIn(terms)),
  };

  async function add(version: SettingsVersion, entry: JournalEntry): Promise<void> {
    if (!(await versions.add(version, entry))) {
      throw new StaleRecordError(`the settings are past version ${version.version - 1}`);
    }
  }
}

/**
 * Notes what somebody changed in the file with other tools: it gets a version and a journal entry whose author is
 * unknown. Undefined when the file is as it was last noted, or another process has just noted it.
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
  const before =
    last === undefined ? undefined : { ...last.terms, version: last.version, updatedBy: last.by, updatedAt: last.at };
  const made = { ...version, key: {}, before, after: version.terms };
  const isAdded = await versions.add(version, editEntry(settingsKind, made, ids.next()));
  return isAdded ? version : undefined;
}
