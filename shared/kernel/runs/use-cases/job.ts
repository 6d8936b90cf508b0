import type { Lease } from '../lease.ts';
import type { LeaseNeeds, Clock, Ids, Journal, LeaseStore, RunStore, Steps } from '../ports.ts';
import type { Figures, Hold, Run, RunOutcome, RunContext } from '../run.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

export interface RunOrder {
  /** The same event delivered twice has the same run id, and is one run. */
  readonly runId: string;
  /** Unix milliseconds as of which the job runs. */
  readonly atMs: number;
  /** How much later than that the run really began; 0 where the moment is as good as now. */
  readonly lateMs?: number;
  /** A run that waits for the lease is then as of the moment at which it begins, not of the one given. */
  readonly isAsOfBeginning?: boolean;
  /** Stops after the guard: nothing is applied, recorded or notified. */
  readonly dryRun?: boolean;
  /** Wall-clock Unix milliseconds after which nothing more is begun. */
  readonly stopAtMs: number;
}

/** The right to be the only run at work. */
interface JobLease {
  readonly leases: LeaseStore;
  readonly ids: Ids;
  readonly name: string;
  /** Half of it is longer than one call with all its retries can take. */
  readonly durationMs: number;
  /** What a run does while it holds the lease, to say why another one is held: `setting caps`. */
  readonly doing: string;
  /** How long to wait for another run, looking again after `waitMs`; not at all unless given. */
  readonly patience?: {
    readonly patienceMs: number;
    readonly waitMs: number;
    /** Also waits until a repaired lease, which was tampered with, is free. */
    readonly isForRepairs?: boolean;
  };
}

export interface JobPorts {
  readonly clock: Clock;
  /** Those of the run, which may continue in another process. */
  readonly steps: Steps;
}

export interface JobWork<Ports> {
  /** They write only while the run holds the lease, and raise LeaseLostError once it is lost. */
  readonly ports: Ports;
  readonly run: RunContext;
  readonly lease: LeaseKeeper;
  /** How far the moment of the run is ahead of the clock, in milliseconds: `asOf` adds it. */
  readonly aheadMs: number;
}

/** The ISO instant as of which something is done now: the moment of the run plus the time since it began. */
export function asOf({ ports, aheadMs }: Pick<JobWork<Pick<JobPorts, 'clock'>>, 'ports' | 'aheadMs'>): string {
  return new Date(aheadMs + ports.clock.now()).toISOString();
}

/**
 * What a guard says of a plan. `permit`: what `apply` must know of what the guard has seen; JSON carries it. A guard that
 * holds a plan gives one where a part of it is applied all the same.
 */
export type Verdict<Permit> =
  | { readonly kind: 'held'; readonly hold: Hold; readonly permit?: Permit }
  | { readonly kind: 'passed'; readonly permit: Permit };

/** The verdict of a job without a guard. */
export const passed: Verdict<undefined> = { kind: 'passed', permit: undefined };

/** What `apply` may say beside what it did: another run came in between. */
export interface Applied {
  /** Nothing was applied, because a newer run has been there. */
  readonly hold?: Hold;
  /** Why the rest waits, once the part is applied that a guard let go: it replaces the hold of the guard. */
  readonly restHold?: Hold;
  /** Another run took over in the middle; the rest is its work. */
  readonly isLeaseLost?: boolean;
}

export interface EndedRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** This run did nothing: an earlier one, of the same event or of another, had left it nothing to do. */
  readonly isRepeat?: true;
}

/** The platform or another run ended the work before it came to an outcome of its own. */
export interface CutShort {
  readonly kind: 'cut-short';
  readonly outcome: RunOutcome;
}

/** How far a plan was applied. */
export type AppliedPlan<Done> =
  | { readonly kind: 'planned' }
  | { readonly kind: 'held'; readonly hold: Hold; readonly applied?: Done & Applied }
  | { readonly kind: 'applied'; readonly applied: Done & Applied };

/** How the work ended by itself. */
export type WorkEnd<Collected, Plan, Done> = AppliedPlan<Done> & {
  readonly collected: Collected;
  readonly plan: Plan;
};

export type JobEnd<Collected, Plan, Done> = WorkEnd<Collected, Plan, Done> | CutShort;

/** The mails of a run: counted in one step, written in the next. */
export interface ComposedMails {
  readonly count: number;
  /** What the run must report when no one can be notified. */
  readonly problem?: string | undefined;
  /** Also writes what comes before the record of a run that ended so. */
  readonly write: (outcome: RunOutcome) => Promise<void>;
}

/** What the runs of a job have in common. */
export interface JobFrame<Ports> {
  readonly name: string;
  /** One run at a time; absent for a job that may run any number of times at once. */
  readonly lease?: JobLease & { readonly needs: LeaseNeeds<Ports> };
  /** Every run has a record, and one that is finished is not done again; absent for a job without records. */
  readonly record?: {
    readonly runs: RunStore;
    /** Gets an entry at the end of each run; absent for a job that runs too often for that. */
    readonly journal?: Journal;
    /** Another run of the job that leaves this one nothing to do. */
    readonly isFinishedBy?: (run: Run) => boolean;
  };
  readonly figures?: Figures;
}

/** A run that has begun and has not ended. */
export interface OpenRun<Ports> extends JobWork<Ports> {
  readonly frame: JobFrame<Ports>;
  readonly order: RunOrder;
  readonly started: Run;
  /** Until it is given back: mostly by the write that records how the run ended. */
  held: Lease | undefined;
}
