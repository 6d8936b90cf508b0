import type { EvidenceChain } from '../../controls/ports.ts';
import type { LeaseNeeds, ListPage, PageStore, Progress } from '../../kernel/runs/ports.ts';
import type { RunPurpose } from '../../kernel/runs/run.ts';
import type { JobWork, RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { watcherNeeds, type WatcherPorts } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { UserMetricsPage } from '../../ledger/reading.ts';
import type { EnforcementSettings } from '../enforcement-settings.ts';
import {
  ledgerStoreNeeds,
  rosterNeeds,
  usageSourceNeeds,
  userStoreNeeds,
  type LimitWriter,
  type PlanStore,
  type PlatformTime,
  type Roster,
  type RosterPage,
  type UsageSource,
} from '../ports.ts';
import type { TablePorts } from './collect/collect-tables.ts';

/** What every run that sets limits works with: a nightly one, one for edits and one between the nights. */
export interface LimitPorts extends WatcherPorts, TablePorts {
  readonly limitWriter: LimitWriter;
  readonly plans: PlanStore;
  readonly platformTime: PlatformTime;
  readonly progress?: Progress;
}

/** A run that sets limits, whatever it sets them for. */
export interface LimitWork extends JobWork<LimitPorts> {
  readonly settings: EnforcementSettings;
  readonly order: RunOrder;
}

export interface EnforcementPorts extends LimitPorts {
  readonly roster: Roster;
  readonly usage: UsageSource;
  readonly rosterPages: PageStore<RosterPage>;
  readonly metricsPages: PageStore<UserMetricsPage & ListPage>;
  readonly evidence: EvidenceChain;
}

/** A run that sets limits. A dry run stores the platform's figures and changes no cap. */
export interface EnforcementOrder extends RunOrder, RunPurpose {
  readonly dryRun: boolean;
  /** Only writes the mails that waited, when an earlier run of the day has left nothing to do. */
  readonly onlyIfUnfinished: boolean;
  /** How long to wait for another run; default: five minutes for edits, otherwise not at all. */
  readonly patienceMs?: number;
}

export interface EnforcementWork extends JobWork<EnforcementPorts> {
  readonly settings: EnforcementSettings;
  readonly order: EnforcementOrder;
}

/** What every run that sets limits needs of its lease. */
export const limitNeeds: Omit<LeaseNeeds<LimitPorts>, 'live'> = {
  ...watcherNeeds,
  progress: 'free',
  plans: 'free',
  platformTime: 'free',
  budgets: 'free',
  grants: 'free',
  teams: 'free',
  // Fenced, and sent under a lease that is renewed before each PUT: `send-batches.ts`.
  limits: 'free',
  limitWriter: 'free',
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
};

const needs: LeaseNeeds<EnforcementPorts> = {
  ...limitNeeds,
  // Only read.
  live: 'free',
  evidence: 'free',
  rosterPages: 'free',
  metricsPages: 'free',
  roster: rosterNeeds,
  usage: usageSourceNeeds,
};

/** Only one run at a time sets limits. */
export const limitsLease = { name: 'limits' as const, durationMs: 10 * 60_000, doing: 'setting caps', needs };
