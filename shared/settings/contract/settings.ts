import * as z from 'zod';

import { isSameValue } from '../../kernel/records/same-value.ts';
import { settingNames, type SettingName, settingSchemas } from './setting-schemas.ts';

export const Settings = z.strictObject(settingSchemas);
export type Settings = z.output<typeof Settings>;

/** The settings of an organization that sets none. */
export function defaultSettings(): Settings {
  return Settings.parse({});
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
