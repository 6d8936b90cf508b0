import * as z from 'zod';

import type { JournalValue } from '../../../../journal/journal-entry.ts';
import type { SettingsVersion } from '../../../../settings/settings-record.ts';
import { StoredJson } from '../../../contract/stored-copy.ts';
import { invariant } from '../../../invariant.ts';
import { editWays } from '../../record-edit.ts';

/** Padding, so that texts sort like numbers. */
const versionDigits = 10;

/** A row of the versions table: of a budget or the settings. Without terms: a removal. */
export const StoredVersionRow = z.strictObject({
  budget: z.string().min(1),
  version: z.string().regex(/^\d+$/),
  by: z.string(),
  at: z.iso.datetime(),
  way: z.enum(editWays),
  terms: StoredJson.optional(),
});

export function versionText(version: number): string {
  invariant(Number.isSafeInteger(version) && version > 0, 'versions count from 1');
  return String(version).padStart(versionDigits, '0');
}

/** The partition of settings in the budget versions' table; no scope has this name. */
export const settingsPartition = 'settings';

export function formatSettingsVersion({ version, by, at, way, terms }: SettingsVersion) {
  return { budget: settingsPartition, version: versionText(version), by, at, way, terms };
}

/** Reads a settings version row; undefined when it is none. Unvalidated: a removed setting must not hide its author. */
export function readSettingsVersion(row: Readonly<Record<string, unknown>>): SettingsVersion | undefined {
  const { data } = StoredVersionRow.safeParse(row);
  if (data?.terms === undefined) {
    return undefined;
  }
  const { by, at, way } = data;
  return { version: Number(data.version), by, at, way, terms: data.terms as Readonly<Record<string, JournalValue>> };
}
