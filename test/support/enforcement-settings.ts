import type { EnforcementSettings } from '../../shared/enforcement/enforcement-settings.ts';
import { defaultAssumptions } from '../../shared/pools/assumptions.ts';

/** Settings under which no guard of reach, no floor and no ceiling is at work, but for what a case says. */
export function someSettings(said: Partial<EnforcementSettings> = {}): EnforcementSettings {
  return {
    admins: [],
    alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
    platformWindowAnchorDay: 1,
    clockToleranceSeconds: 120,
    toleranceShare: 0.001,
    collapseShare: 0.1,
    collapseFloorCredits: 10_000,
    rereadDays: 3,
    fullRereadWeekday: 7,
    analyticsDaysMax: 31,
    unlimitedCredits: 1_000_000_000_000,
    pools: { ...defaultAssumptions, reserveShare: 0.02 },
    limitFloorCredits: 0,
    blastRadius: false,
    ...said,
  };
}
