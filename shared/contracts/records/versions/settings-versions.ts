import type { JournalValue } from '../../../domain/journal/journal-entry.ts';
import type { SettingsVersion } from '../../../domain/settings/settings-record.ts';
import { StoredVersionRow, versionText } from './stored-version.ts';

/** Where the versions of the settings stand in the table of the versions of budgets: no scope is called that. */
export const settingsPartition = 'settings';

/** The row that stands for a version of the settings. */
export function formatSettingsVersion({ version, by, at, way, terms }: SettingsVersion) {
  return { budget: settingsPartition, version: versionText(version), by, at, way, terms };
}

/**
 * Reads such a row; undefined where it is none. Its terms are as they were: a setting that is no more is no reason to
 * forget who changed it.
 */
export function readSettingsVersion(row: Readonly<Record<string, unknown>>): SettingsVersion | undefined {
  const { data } = StoredVersionRow.safeParse(row);
  if (data?.terms === undefined) {
    return undefined;
  }
  const { by, at, way } = data;
  return { version: Number(data.version), by, at, way, terms: data.terms as Readonly<Record<string, JournalValue>> };
}
