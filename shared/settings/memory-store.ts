import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import { storedCopy } from '../kernel/contract/stored-copy.ts';
import type { SettingsVersions } from '../kernel/records/ports.ts';
import type { SettingsVersion } from './settings-record.ts';

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
