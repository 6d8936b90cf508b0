import * as z from 'zod';

import { severities } from '../../../notifications/severity.ts';
import { PoolDocument } from '../../../pools/contract.ts';
import { BindingDocument, Credits, Day, HoldDocument, Instant } from '../../contract/document-parts.ts';

const RunStatus = z.enum(['complete', 'partial', 'held', 'failed']);

const RunFacts = z.object({
  run: z.string(),
  job: z.string(),
  at: Instant,
  status: RunStatus,
  dataThrough: Day.nullable(),
  capsChanged: z.int(),
  capsFailed: z.int(),
  alerts: z.int(),
  held: HoldDocument.nullable(),
  problems: z.array(z.string()).readonly(),
  dryRun: z.boolean().optional(),
});

const CapChangeDocument = z.object({
  email: z.string(),
  from: Credits.nullable(),
  to: Credits,
  binding: BindingDocument.nullable(),
  reason: z.string(),
});

export const EnforcementDocument = RunFacts.extend({
  /** Before the run; absent when a deployment made it. */
  pools: z.array(PoolDocument).readonly().optional(),
  changes: z.array(CapChangeDocument).readonly().optional(),
});
export type EnforcementDocument = z.output<typeof EnforcementDocument>;

export const ControlsRunDocument = RunFacts.extend({
  /** Absent when a deployment made the run. */
  reports: z.array(z.unknown()).readonly().optional(),
});
export type ControlsRunDocument = z.output<typeof ControlsRunDocument>;

const FindingDocument = z.object({
  kind: z.string(),
  subject: z.string(),
  severity: z.enum(severities),
  detail: z.string(),
  action: z.object({ kind: z.string(), status: z.enum(['proposed', 'done', 'failed', 'unknown']) }).nullable(),
});

export const WatcherRunDocument = RunFacts.extend({
  findings: z.array(FindingDocument).readonly(),
  findingsMore: z.int(),
  /** Of the digest: each page with its mail's text; absent when a deployment made the run. */
  pages: z
    .array(
      z.object({
        scope: z.string(),
        recipients: z.array(z.string()).readonly(),
        subject: z.string(),
        text: z.string(),
      }),
    )
    .readonly()
    .optional(),
});
export type WatcherRunDocument = z.output<typeof WatcherRunDocument>;

/** An unfinished run has no status. */
export const RunRecordDocument = RunFacts.omit({ dryRun: true }).extend({
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  status: RunStatus.nullable(),
  /** It never ends: its process or computer stopped. */
  cutOff: z.boolean(),
  /** A watcher's number of findings; null for other jobs. */
  found: z.int().nullable(),
  findings: z.array(FindingDocument).readonly().optional(),
});
export type RunRecordDocument = z.output<typeof RunRecordDocument>;

export const RunsDocument = z.array(RunRecordDocument).readonly();
export type RunsDocument = z.output<typeof RunsDocument>;

/** The same with what the binding budget leaves; null without one. */
const PlannedChangeDocument = CapChangeDocument.extend({ headroom: Credits.nullable() });
export type PlannedChangeDocument = z.output<typeof PlannedChangeDocument>;

export const PlanDocument = z.object({
  plan: z.string(),
  dataThrough: Day.nullable(),
  changes: z.array(PlannedChangeDocument).readonly(),
  held: HoldDocument.nullable(),
  /**
   * Sent although the rest is held: what strict pools need and edits for named users; for doubtful figures, also what
   * does not depend on them.
   */
  besideHold: z.array(PlannedChangeDocument).readonly(),
});
export type PlanDocument = z.output<typeof PlanDocument>;

export const RejectionDocument = z.object({ plan: z.string(), decision: z.literal('rejected') });
export type RejectionDocument = z.output<typeof RejectionDocument>;

/** `back`: the moment that limits now count as last sent; `runs`: the runs voided. */
export const VoidedRunsDocument = z.object({
  until: z.string(),
  back: z.string(),
  runs: z.array(z.string()).readonly(),
});
export type VoidedRunsDocument = z.output<typeof VoidedRunsDocument>;

/** A requested run: its record, under `run`, tells how it ends. */
export const StartedRunDocument = z.object({
  run: z.string(),
  job: z.string(),
  at: Instant,
  /** False where only the command line makes runs, this one included. */
  isStarted: z.boolean(),
});
export type StartedRunDocument = z.output<typeof StartedRunDocument>;

export const JournalEntryDocument = z.object({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  actor: z.string(),
  runId: z.string().optional(),
  subject: z.string().optional(),
  detail: z.record(z.string(), z.unknown()),
});
