import { adoptSettings, type SettingsPorts } from '../../shared/application/edits/edit-settings.ts';
import type { SettingsVersions } from '../../shared/application/edits/ports.ts';
import type { Settings } from '../../shared/contracts/settings/settings.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { readSettings } from './read-settings.ts';
import { localSettingsFile } from './settings-file.ts';

/** The settings of an installation while it runs: edits of the file count from the next run on. */
interface SettingsInForce {
  /** As the file is now; while it is not valid, as it was before. */
  current(): Settings;
  /** Gives what somebody changed in the file by hand its version and its journal entry. */
  note(): Promise<void>;
}

interface Parts {
  readonly file: string;
  readonly isDemo: boolean;
  readonly versions: SettingsVersions;
  /** Called once with a file that is not valid. */
  readonly onInvalid: (problem: string) => void;
}

/** Raises CannotStartError for a file that is not valid from the start. */
export function settingsInForce({ file, isDemo, versions, onInvalid }: Parts): SettingsInForce {
  let settings = readSettings(file, { isDemo });
  let problem = '';

  /** Undefined while the file is not valid. */
  function whileValid<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CannotStartError)) {
        throw error;
      }
      if (error.message !== problem) {
        problem = error.message;
        onInvalid(`${problem}\nThe settings from before stay in force until the file is valid.`);
      }
      return undefined;
    }
  }

  return {
    current() {
      settings = whileValid(() => readSettings(file, { isDemo })) ?? settings;
      return settings;
    },
    async note() {
      const terms = whileValid(() => localSettingsFile(file).read());
      if (terms !== undefined) {
        await adoptSettings(
          { ...settingsPorts(file, versions), ids: randomIds },
          new Date(systemClock.now()).toISOString(),
        );
      }
    },
  };
}

/** The file of settings of a state folder, and its versions. */
export function settingsPorts(file: string, versions: SettingsVersions): SettingsPorts {
  return { file: localSettingsFile(file), versions };
}
