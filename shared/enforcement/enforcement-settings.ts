import { windowAt } from '../budgets/window.ts';
import type { Day } from '../kernel/time/day.ts';
import type { LiveTerms } from '../live/live-status.ts';
import type { NotificationSettings } from '../notifications/delivery.ts';
import type { PoolAssumptions } from '../pools/assumptions.ts';
import type { BlastRadius } from './blast-radius.ts';

/** The settings of enforcement; `contracts/settings/settings.ts` explains each. */
export interface EnforcementSettings {
  readonly admins: readonly string[];
  readonly alerts: NotificationSettings;
  /** The address of the admin API; absent where there is none. */
  readonly doorUrl?: string;
  /** The address of the console; absent where there is none. */
  readonly consoleUrl?: string;
  readonly platformWindowAnchorDay: number;
  /** Clock differences up to this are ignored. */
  readonly clockToleranceSeconds: number;
  readonly toleranceShare: number;
  readonly collapseShare: number;
  readonly collapseFloorCredits: number;
  readonly rereadDays: number;
  readonly fullRereadWeekday: number;
  readonly analyticsDaysMax: number;
  readonly unlimitedCredits: number;
  readonly limitFloorCredits: number;
  readonly limitCeilingCredits?: number;
  readonly blastRadius: false | BlastRadius;
  /** Assumptions of strict pools, and their reserve. */
  readonly pools: PoolAssumptions & { readonly reserveShare: number };
  /** Nothing is given between the nights where it is absent. */
  readonly live?: LiveTerms;
}

/** The first day of the platform window that holds a UTC day. */
export function platformWindowFrom({ platformWindowAnchorDay: anchorDay }: EnforcementSettings, day: Day): Day {
  return windowAt('platform', day, { anchorDay }).from;
}
