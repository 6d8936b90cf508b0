import * as z from 'zod';

import { windowKinds } from '../../domain/budgets/window.ts';
import { LiveDocument } from './credits/live-document.ts';
import { PoolDocument } from './credits/pool-document.ts';
import { Credits, Day, Instant } from './document-parts.ts';
import { AlertDocument } from './mail/alert-document.ts';
import { RunRecordDocument } from './runs/run-documents.ts';

/** A user who may consume nothing more. Credits count over the platform window. */
const StopDocument = z.object({
  email: z.string(),
  userId: z.string(),
  team: z.string().nullable(),
  /** What stops them: a budget, or the ceiling of every limit; null where the next run raises the limit. */
  by: z.enum(['budget', 'ceiling']).nullable(),
  scope: z.string().nullable(),
  window: z.enum(windowKinds).nullable(),
  until: Instant.nullable(),
  limit: Credits,
  used: Credits,
});

/** `status --json`. */
export const StatusDocument = z.object({
  /** Nothing asks for anybody. */
  ok: z.boolean(),
  /** The one thing to do next. */
  next: z
    .object({
      what: z.string(),
      command: z.string(),
      about: z.object({
        kind: z.enum(['run', 'plan', 'job', 'alerts', 'budgets', 'pool', 'mail']),
        id: z.string().nullable(),
      }),
    })
    .nullable(),
  at: Instant,
  dataThrough: Day.nullable(),
  /** Jobs run by themselves: always, but for an installation on one machine that is not started. */
  running: z.boolean(),
  /** The newest of each job that keeps records. */
  lastRuns: z.array(RunRecordDocument).readonly(),
  nextRuns: z.array(z.object({ job: z.string(), schedule: z.string(), at: Instant })).readonly(),
  stopped: z.array(StopDocument).readonly(),
  /** Emails of those whom the next run stops. */
  stoppedNext: z.array(z.string()).readonly(),
  /** How many budgets there are, shared or not. */
  budgets: z.int(),
  /** In their current windows: those first whose promise does not hold, then those that run out first. */
  pools: z.array(PoolDocument).readonly(),
  held: z
    .array(z.object({ plan: z.string().nullable(), guard: z.string(), reason: z.string(), since: Instant }))
    .readonly(),
  alerts: z.array(AlertDocument).readonly(),
  /** Runs and figures that should be there by now. */
  late: z.array(z.object({ job: z.string(), dueAt: Instant, detail: z.string() })).readonly(),
  /** Addresses that mail does not reach, and mails that are not sent. */
  undelivered: z
    .array(
      z.object({
        what: z.string(),
        to: z.string().nullable(),
        mail: z.string().nullable(),
        since: Instant,
        detail: z.string(),
      }),
    )
    .readonly(),
  /** Mails of which nobody knows whether they arrived, that are being sent, and that wait to be sent. */
  mail: z.object({ unknown: z.int(), sending: z.int(), waiting: z.int() }).optional(),
  /** How many people are on the roster, and what became of it in the last seven days. */
  roster: z.object({
    people: z.int(),
    joined: z.int(),
    left: z.int(),
    returned: z.int(),
    emailChanged: z.int(),
    /** Emails that read alike, letter case and look-alike letters apart. */
    twins: z.int(),
    uncappable: z.int(),
  }),
  /** Budgets that end within a week, or have ended with nothing in their place, with their last day. */
  ending: z.array(z.object({ scope: z.string(), window: z.enum(windowKinds), to: Day })).readonly(),
  /** What is given between the nights, as the last run of it found; absent before the first. */
  live: LiveDocument.optional(),
  /** How many computers of the fleet list stand how; absent where there is no list. */
  computers: z.record(z.string(), z.int()).optional(),
  /** Repositories with reports, and criteria that fell; absent where there are no reports. */
  readiness: z.object({ repositories: z.int(), regressions: z.int(), inDoubt: z.int() }).optional(),
});
export type StatusDocument = z.output<typeof StatusDocument>;

/**
 * The status as the console's first page shows it. Lists are cut to those that matter most, and `counts` tells how many
 * there are of each. It is as of `at`, which may be a while ago: while a newer one is being made, this one is given.
 */
export const HomeDocument = StatusDocument.extend({
  /** A newer one is being made: whoever asks again soon gets it. */
  renewing: z.boolean(),
  counts: z.object({
    stopped: z.int(),
    stoppedNext: z.int(),
    pools: z.int(),
    /** Of all pools together: those whose use nothing bounds yet. */
    unbounded: z.int(),
    held: z.int(),
    alerts: z.int(),
    undelivered: z.int(),
    /** Open alerts of each severity that there is. */
    bySeverity: z.record(z.string(), z.int()),
  }),
});
export type HomeDocument = z.output<typeof HomeDocument>;
