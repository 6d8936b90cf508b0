import { renameSync, rmSync, writeFileSync } from 'node:fs';

import { StaleRecordError, type SettingsFile } from '../../shared/kernel/records/ports.ts';
import { diffTerms } from '../../shared/kernel/records/record-kind.ts';
import { editSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import { settingsKind } from '../../shared/settings/settings-record.ts';
import { readSetTerms, settingsText } from './read-settings.ts';

/** The state folder's settings file. Throws CannotStartError when it is invalid. */
export function localSettingsFile(path: string): SettingsFile {
  return {
    read: () => readSetTerms(path),
    async replace(seen, wanted, note) {
      const current = readSetTerms(path);
      if (diffTerms(settingsKind, seen, current).length > 0) {
        throw new StaleRecordError('the file of settings was edited meanwhile');
      }
      const text = editSettingsFile(settingsText(path) ?? '', wanted);
      const fresh = `${path}.new`;
      rmSync(fresh, { force: true });
      writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
      try {
        await note();
      } catch (error) {
        rmSync(fresh, { force: true });
        throw error;
      }
      renameSync(fresh, path);
    },
  };
}
