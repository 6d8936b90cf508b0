import type { SettingsVersions } from '../../shared/kernel/records/ports.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import { editSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { adoptSettings, type SettingsPorts } from '../../shared/settings/use-cases.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { writePrivately } from '../state/private-files.ts';
import { localSettingsFile, readSettings, settingsText } from './read-settings.ts';

/** A running installation's settings: edits take effect with the next run. */
interface SettingsInForce {
  /** From the file; while it is invalid, the last valid ones. */
  current(): Settings;
  /** Versions and journals manual changes of the file. */
  note(): Promise<void>;
}

/** Throws CannotStartError for an initially invalid file. */
export function settingsInForce({
  file,
  isDemo,
  versions,
  onInvalid,
}: {
  readonly file: string;
  readonly isDemo: boolean;
  readonly versions: SettingsVersions;
  /** Called once for an invalid file. */
  readonly onInvalid: (problem: string) => void;
}): SettingsInForce {
  let settings = readSettings(file, { isDemo });
  let hasFile = settingsText(file) !== undefined;
  let problem = '';

  /** Undefined while the file is invalid. */
  function whileValid<T>(read: () => T): T | undefined {
    try {
      const isThere = settingsText(file) !== undefined;
      if (hasFile && !isThere) {
        throw new CannotStartError(`The settings in ${file} are not there any more.`);
      }
      hasFile = isThere;
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

/** Restores a lost settings file from its last version: defaults would apply silently. Returns repairs, in words. */
export async function repairSettings(file: string, versions: SettingsVersions): Promise<readonly string[]> {
  const last = settingsText(file) === undefined ? await versions.last() : undefined;
  if (last === undefined || Object.keys(last.terms).length === 0) {
    return [];
  }
  writePrivately(file, editSettingsFile('', last.terms));
  return [
    `${file} was missing and was written again as it was last, on ${minuteText(last.at)}. To have none, leave an empty file there.`,
  ];
}

export function settingsPorts(file: string, versions: SettingsVersions): SettingsPorts {
  return { file: localSettingsFile(file), versions };
}
