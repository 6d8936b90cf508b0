import type { JournalValue } from '../journal/journal-entry.ts';
import { directEditor, type RecordVersion } from '../kernel/records/record-edit.ts';
import { diffTerms, type EditedKind } from '../kernel/records/record-kind.ts';

/** Explicitly set settings by path, such as `pools.settleDays`; defaults apply to all others. */
export type SettingsTerms = Readonly<Record<string, JournalValue>>;

/** An installation has one settings record. */
export type SettingsKey = object;

export type SettingsVersion = Required<RecordVersion<SettingsTerms>>;

export const settingsKind: EditedKind<SettingsKey, SettingsTerms> = {
  name: 'settings',
  plainKey: () => ({}),
  plain: (terms) => terms,
  subject: () => 'settings',
  title: () => 'the file of settings',
};

/** Returns the version for settings that were changed with other tools; undefined if unchanged. */
export function decideAdoption(
  terms: SettingsTerms,
  last: SettingsVersion | undefined,
  at: string,
): SettingsVersion | undefined {
  const changes = diffTerms(settingsKind, last?.terms ?? {}, terms);
  return changes.length === 0
    ? undefined
    : { version: (last?.version ?? 0) + 1, by: directEditor, at, way: 'direct-edit', terms };
}

/** Returns the terms after one setting was set, or removed (undefined). Values above or below its path are removed. */
export function withSetting(terms: SettingsTerms, path: string, value: JournalValue | undefined): SettingsTerms {
  const others = Object.entries(terms).filter(
    ([other]) => other !== path && !other.startsWith(`${path}.`) && !path.startsWith(`${other}.`),
  );
  return Object.fromEntries(value === undefined ? others : [...others, [path, value]]);
}
