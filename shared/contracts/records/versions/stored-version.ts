import * as z from 'zod';

import { invariant } from '../../../domain/invariant.ts';
import type { JournalValue } from '../../../domain/journal/journal-entry.ts';
import { editWays } from '../../../domain/records/record-edit.ts';
import type { SettingsVersion } from '../../../domain/settings/settings-record.ts';
import { StoredJson } from '../../tables/stored-json.ts';

/** So many digits that texts sort as numbers do. */
const versionDigits = 10;

/** A row of the versions table: of a budget, or of the settings. Without terms the budget was removed. */
export const StoredVersionRow = z.strictObject({
  budget: z.string().min(1),
  version: z.string().regex(/^\d+$/),
  by: z.string(),
  at: z.iso.datetime(),
  way: z.enum(editWays),
  terms: StoredJson.optional(),
});

/** The number of a version as the table has it. */
export function versionText(version: number): string {
  invariant(Number.isSafeInteger(version) && version > 0, 'versions count from 1');
  return String(version).padStart(versionDigits, '0');
}

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
