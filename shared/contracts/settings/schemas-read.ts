import * as single from './single-settings.ts';

/** The schemas of the settings that every watcher reads. */
export const watcherSchemas = { admins: single.admins, alerts: single.alerts, doorUrl: single.doorUrl };

/** The schemas of those that decide how everybody stands. */
export const enforcementSchemas = {
  ...watcherSchemas,
  analyticsDaysMax: single.analyticsDaysMax,
  blastRadius: single.blastRadius,
  clockToleranceSeconds: single.clockToleranceSeconds,
  collapseFloorCredits: single.collapseFloorCredits,
  collapseShare: single.collapseShare,
  fullRereadWeekday: single.fullRereadWeekday,
  limitCeilingCredits: single.limitCeilingCredits,
  limitFloorCredits: single.limitFloorCredits,
  live: single.live,
  platformWindowAnchorDay: single.platformWindowAnchorDay,
  pools: single.pools,
  rereadDays: single.rereadDays,
  toleranceShare: single.toleranceShare,
  unlimitedCredits: single.unlimitedCredits,
};
