import * as z from 'zod';

import * as single from './single-settings.ts';

export const settingSchemas = {
  admins: single.admins,
  roles: single.roles,
  fourEyes: single.fourEyes,
  doorUrl: single.doorUrl,
  consoleUrl: single.consoleUrl,
  mailFrom: single.mailFrom,
  alerts: single.alerts,
  weeklyDigest: single.weeklyDigest,
  roster: single.roster,
  platformWindowAnchorDay: single.platformWindowAnchorDay,
  clockToleranceSeconds: single.clockToleranceSeconds,
  toleranceShare: single.toleranceShare,
  collapseShare: single.collapseShare,
  collapseFloorCredits: single.collapseFloorCredits,
  rereadDays: single.rereadDays,
  fullRereadWeekday: single.fullRereadWeekday,
  analyticsDaysMax: single.analyticsDaysMax,
  unlimitedCredits: single.unlimitedCredits,
  controls: single.controls,
  pools: single.pools,
  live: single.live,
  sessions: single.sessions,
  computers: single.computers,
  readiness: single.readiness,
  limitFloorCredits: single.limitFloorCredits,
  limitCeilingCredits: single.limitCeilingCredits,
  blastRadius: single.blastRadius,
} as const satisfies Readonly<Record<string, () => z.ZodType>>;

export type SettingSchemas = typeof settingSchemas;

export type SettingName = keyof SettingSchemas;

type SchemasOf<Name extends SettingName> = { readonly [Each in Name]: ReturnType<SettingSchemas[Each]> };

/** The schema of some settings; rejects other names. */
export function settingsOf<const Name extends SettingName>(
  names: readonly Name[],
): z.ZodObject<SchemasOf<Name>, z.core.$strict> {
  return z.strictObject(lazyFields(names, (name) => settingSchemas[name]()) as SchemasOf<Name>);
}

/** Lazily computed defaults of some settings. */
export function defaultsOf(names: readonly SettingName[]): Readonly<Record<string, unknown>> {
  return lazyFields(names, (name) => settingSchemas[name]().parse(undefined));
}

export const settingNames = Object.keys(settingSchemas) as readonly SettingName[];

function lazyFields(names: readonly SettingName[], make: (name: SettingName) => unknown): Record<string, unknown> {
  const fields = {};
  for (const name of names) {
    const shown = { configurable: true, enumerable: true };
    Object.defineProperty(fields, name, {
      ...shown,
      get() {
        const value = make(name);
        Object.defineProperty(fields, name, { ...shown, value });
        return value;
      },
    });
  }
  return fields;
}
