import * as z from 'zod';

import { severities } from '../../../domain/notifications/severity.ts';
import { PoolDocument } from '../credits/pool-document.ts';
import { BindingDocument, Credits, Day, HoldDocument, Instant } from '../document-parts.ts';

const RunStatus = z.enum(['complete', 'partial', 'held', 'failed']);

const RunFacts = z.object({
  run: z.string(),
  job: z.string(),
  /** As of when it ran. */
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

/** `run enforce --json`, `apply --json`, `approve --json`. */
export const EnforcementDocument = RunFacts.extend({
  /** Before the run; absent where a deployment made it. */
  pools: z.array(PoolDocument).readonly().optional(),
  /** What a dry run would change. */
  changes: z.array(CapChangeDocument).readonly().optional(),
});
export type EnforcementDocument = z.output<typeof EnforcementDocument>;

/** `run controls --json`. */
export const ControlsRunDocument = RunFacts.extend({
  /** What the run reports; absent where a deployment made it. */
  reports: z.array(z.unknown()).readonly().optional(),
});
export type ControlsRunDocument = z.output<typeof ControlsRunDocument>;

const FindingDocument = z.object({
  kind: z.string(),
  subject: z.string(),
  severity: z.enum(severities),
  detail: z.string(),
  /** What was done about it, or would be. */
  action: z.object({ kind: z.string(), status: z.enum(['proposed', 'done', 'failed', 'unknown']) }).nullable(),
});

/** `run NAME --json` of a watcher; one whose run has not ended has no status. */
export const WatcherRunDocument = RunFacts.extend({
  findings: z.array(FindingDocument).readonly(),
  /** How many more there are than are listed. */
  findingsMore: z.int(),
  /** Of the digest: each page with the plain text of its mail; absent where a deployment made the run. */
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

/** `runs show RUN --json`; one that has not ended has no status. */
export const RunRecordDocument = RunFacts.omit({ dryRun: true }).extend({
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  status: RunStatus.nullable(),
  /** It has not ended, and nobody is at work on it any more: its process was killed, or its computer stopped. */
  cutOff: z.boolean(),
  /** How much a watcher has found; null for another job. */
  found: z.int().nullable(),
  /** What a watcher has found; absent in lists. */
  findings: z.array(FindingDocument).readonly().optional(),
});
export type RunRecordDocument = z.output<typeof RunRecordDocument>;

/** `runs list --json`. */
export const RunsDocument = z.array(RunRecordDocument).readonly();
export type RunsDocument = z.output<typeof RunsDocument>;

/** `plan --json`. */
export const PlanDocument = z.object({
  plan: z.string(),
  dataThrough: Day.nullable(),
  changes: z.array(CapChangeDocument).readonly(),
  held: HoldDocument.nullable(),
  /**
   * What of it is sent although the rest is held: what strict pools need, and what edits give to users they name; where
   * figures are in doubt, also what does not rest on them.
   */
  besideHold: z.array(CapChangeDocument).readonly(),
});
export type PlanDocument = z.output<typeof PlanDocument>;

/** `reject PLAN --json`. */
export const RejectionDocument = z.object({ plan: z.string(), decision: z.literal('rejected') });
export type RejectionDocument = z.output<typeof RejectionDocument>;

/** `runs void --json`. `back`: as of when limits count as sent last; `runs`: what counts no more. */
export const VoidedRunsDocument = z.object({
  until: z.string(),
  back: z.string(),
  runs: z.array(z.string()).readonly(),
});
export type VoidedRunsDocument = z.output<typeof VoidedRunsDocument>;

/** A run that was asked for: its record, under `run`, tells how it ends. */
export const StartedRunDocument = z.object({
  run: z.string(),
  job: z.string(),
  at: Instant,
  /** False where nothing starts runs but the command line, which makes this one itself. */
  isStarted: z.boolean(),
});
export type StartedRunDocument = z.output<typeof StartedRunDocument>;

export const JournalEntryDocument = z.object({
  id: z.string(),
  at: Instant,
  kind: z.string(),
  /** A person, or `curfew`. */
  actor: z.string(),
  runId: z.string().optional(),
  /** The user, day, scope or mail that it is about. */
  subject: z.string().optional(),
  detail: z.record(z.string(), z.unknown()),
});
