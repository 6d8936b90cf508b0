import type * as z from 'zod';

import { isSameValue } from '../../domain/records/same-value.ts';
import { defaultsOf, settingNames, type SettingName, settingsOf } from './setting-schemas.ts';

/** The settings of one organization. */
export const Settings = settingsOf(settingNames);
export type Settings = z.output<typeof Settings>;

/** Settings that are nothing at all when they are left out. */
const withoutDefault: readonly SettingName[] = ['doorUrl', 'consoleUrl', 'limitCeilingCredits'];

/** The settings of an organization that sets none. A short command reads few of them: each is worked out when it is read. */
export function defaultSettings(): Settings {
  return defaultsOf(settingNames.filter((name) => !withoutDefault.includes(name))) as Settings;
}

/**
 * Some settings without those that are as they are when left out: read again, they are the same. The environment of a
 * function has little room.
 */
export function settingsSaid(
  settings: Settings,
  names: readonly SettingName[] = settingNames,
): Readonly<Record<string, unknown>> {
  const given = Object.fromEntries(names.flatMap((name) => (name in settings ? [[name, settings[name]]] : [])));
  return saidIn(given, Settings.parse({}));
}

function saidIn(
  given: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
      const other = defaults[name];
      if (isSameValue(value, other)) {
        return [];
      }
      return [[name, isMap(value) && isMap(other) ? saidIn(value, other) : value]];
    }),
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
