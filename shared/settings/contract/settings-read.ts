import type { SettingName } from './setting-schemas.ts';

/** Read by every watcher: recipients and link addresses. */
export const watcherSettings = ['admins', 'alerts', 'doorUrl'] as const satisfies readonly SettingName[];

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
