import type { SettingsVersions } from '../../../application/edits/ports.ts';
import { storedCopy } from '../../../contracts/tables/stored-copy.ts';
import type { SettingsVersion } from '../../../domain/settings/settings-record.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';

/** `dynamoSettingsVersions` in memory. */
export function memorySettingsVersions(journal: MemoryJournal): SettingsVersions {
  const versions: SettingsVersion[] = [];
  return {
    last: async () => versions.at(-1),
    list: async () => [...versions],
    async add(version, entry) {
      if (versions.some((each) => each.version === version.version)) {
        return false;
      }
      versions.push(storedCopy(version));
      journal.record(entry);
      return true;
    },
  };
}
