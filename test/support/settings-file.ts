import { StaleRecordError, type SettingsFile } from '../../shared/kernel/records/ports.ts';
import type { SettingsTerms } from '../../shared/settings/settings-record.ts';

/** A settings file in memory, which somebody may also write by hand. */
export function memorySettingsFile(set: SettingsTerms) {
  let terms = set;
  const file: SettingsFile = {
    read: () => terms,
    async replace(seen, wanted, note) {
      if (JSON.stringify(seen) !== JSON.stringify(terms)) {
        throw new StaleRecordError('the file sets something else');
      }
      await note();
      terms = wanted;
    },
  };
  return { file, terms: () => terms, write: (wanted: SettingsTerms) => (terms = wanted) };
}
