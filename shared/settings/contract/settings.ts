import type * as z from 'zod';

import { isSameValue } from '../../kernel/records/same-value.ts';
import { defaultsOf, settingNames, type SettingName, settingsOf } from './setting-schemas.ts';

export const Settings = settingsOf(settingNames);
export type Settings = z.output<typeof Settings>;

/** Settings without a default. */
const withoutDefault: readonly SettingName[] = ['doorUrl', 'consoleUrl', 'limitCeilingCredits'];

/** The defaults, computed lazily: a short command reads few. */
export function defaultSettings(): Settings {
  return defaultsOf(settingNames.filter((name) => !withoutDefault.includes(name))) as Settings;
}

/** Settings that differ from their defaults; parsing restores the rest. A function's environment is small. */
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
