import type { LeaseNeeds, LeaseStore, RunStore } from '../../kernel/runs/ports.ts';
import type { RunPurpose } from '../../kernel/runs/run.ts';
import type { JobWork, RunOrder } from '../../kernel/runs/use-cases/job.ts';
import { outboxNeeds } from '../../mail/ports.ts';
import { alertStoreNeeds } from '../../notifications/ports.ts';
import {
  ledgerStoreNeeds,
  rosterNeeds,
  usageSourceNeeds,
  userStoreNeeds,
  type PlanStore,
  type PlatformTime,
} from '../ports.ts';
import type { ApplyPorts } from './apply-caps.ts';
import type { AlertPorts } from './closing/raise-alerts.ts';
import type { ClosePorts } from './closing/report-run.ts';
import type { TablePorts } from './collect/collect-tables.ts';
import type { PlatformPorts } from './collect/read-platform.ts';
import type { EnforcementSettings } from './enforcement-settings.ts';

export interface EnforcementPorts extends PlatformPorts, TablePorts, ApplyPorts, AlertPorts, ClosePorts {
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly plans: PlanStore;
  readonly platformTime: PlatformTime;
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

const needs: LeaseNeeds<EnforcementPorts> = {
  clock: 'free',
  ids: 'free',
  progress: 'free',
  // Leased by the frame, every one of them.
  steps: 'free',
  leases: 'free',
  runs: 'free',
  journal: 'free',
  plans: 'free',
  platformTime: 'free',
  budgets: 'free',
  grants: 'free',
  teams: 'free',
  recipients: 'free',
  evidence: 'free',
  live: 'free',
  rosterPages: 'free',
  metricsPages: 'free',
  // Fenced, and sent under a lease that is renewed before each PUT: `apply-caps.ts`.
  limits: 'free',
  limitWriter: 'free',
  roster: rosterNeeds,
  usage: usageSourceNeeds,
  users: userStoreNeeds,
  ledger: ledgerStoreNeeds,
  alerts: alertStoreNeeds,
  outbox: outboxNeeds,
};

/** Only one run at a time sets limits. */
export const limitsLease = { name: 'limits' as const, durationMs: 10 * 60_000, doing: 'setting caps', needs };
