import type { DeliveryRules } from '../../domain/notifications/delivery.ts';
import type { PoolAssumptions } from '../../domain/pools/assumptions.ts';
import type { BlastRadius } from '../../domain/runs/blast-radius.ts';
import type { Day } from '../../domain/time/day.ts';

/** One run of one job, as its steps see it. */
export interface RunContext {
  readonly runId: string;
  /** ISO instant as of which the job runs; every record of the run carries it. */
  readonly at: string;
  /** The UTC day of that instant. */
  readonly today: Day;
}

/** What a run says while it works; nothing depends on it. */
export interface Progress {
  report(step: ProgressStep): void;
}

export interface ProgressStep {
  readonly step: 'roster' | 'usage' | 'limits' | 'mail';
  readonly done: number;
  /** Absent while the end is not known. */
  readonly total?: number;
}

/** The part of the settings that the nightly run needs; their meaning stands in `contracts/settings.ts`. */
export interface EnforcementSettings {
  readonly admins: readonly string[];
  readonly alerts: TellingSettings;
  readonly platformWindowAnchorDay: number;
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
  readonly pools: PoolSettings;
}

/** What the promise of strict pools rests on, and how much of their room is kept back. */
export interface PoolSettings extends PoolAssumptions {
  readonly reserveShare: number;
}

/** Who is told when, and who stands in for whom. */
export interface TellingSettings extends DeliveryRules {
  readonly fallback: readonly string[];
  /** Addresses that mail does not reach. */
  readonly unreachable: readonly string[];
}
