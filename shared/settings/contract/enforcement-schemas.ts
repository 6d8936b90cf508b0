import * as single from './single-settings.ts';
import { watcherSchemas } from './watcher-schemas.ts';

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
