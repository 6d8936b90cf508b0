import type { JournalValue } from '../journal/journal-entry.ts';
import { directEditor, type RecordVersion } from '../kernel/records/record-edit.ts';
import { diffTerms, type EditedKind } from '../kernel/records/record-kind.ts';

/** The settings that somebody has set, by path, such as `pools.settleDays`; the defaults stand for all others. */
export type SettingsTerms = Readonly<Record<string, JournalValue>>;

/** An installation has its settings once: nothing tells one record from another. */
export type SettingsKey = object;

/** What one edit made of the settings, which nobody removes. */
export type SettingsVersion = Required<RecordVersion<SettingsTerms>>;

/** The settings as a kind of record: one field a setting. */
export const settingsKind: EditedKind<SettingsKey, SettingsTerms> = {
  name: 'settings',
  plainKey: () => ({}),
  plain: (terms) => terms,
  subject: () => 'settings',
  title: () => 'the file of settings',
};

/** The version that settings need which somebody changed with other tools; undefined when they are as last noted. */
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

/** The terms after one setting was set, or taken out (undefined). What stands above or below it goes. */
export function withSetting(terms: SettingsTerms, path: string, value: JournalValue | undefined): SettingsTerms {
  const others = Object.entries(terms).filter(
    ([other]) => other !== path && !other.startsWith(`${path}.`) && !path.startsWith(`${other}.`),
  );
  return Object.fromEntries(value === undefined ? others : [...others, [path, value]]);
}
