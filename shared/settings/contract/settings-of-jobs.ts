import type { SettingName } from './setting-schemas.ts';

// Apart from the schemas: the help of the command line names the jobs, and loads none of these.

/** The settings that every watcher reads: who is notified, where the links in mails lead, and what credits cost. */
export const watcherSettings = [
  'admins',
  'alerts',
  'consoleUrl',
  'doorUrl',
  'money',
] as const satisfies readonly SettingName[];

/** The settings that decide every user's limit. */
export const enforcementSettings = [
  ...watcherSettings,
  'analyticsDaysMax',
  'blastRadius',
  'clockToleranceSeconds',
  'collapseFloorCredits',
  'collapseShare',
  'fullRereadWeekday',
  'limitCeilingCredits',
  'limitFloorCredits',
  'live',
  'platformWindowAnchorDay',
  'pools',
  'rereadDays',
  'toleranceShare',
  'unlimitedCredits',
] as const satisfies readonly SettingName[];
