import * as z from 'zod';

import { ForecastsDocument } from '../budgets/contract/budget-outlook-document.ts';
import { parseScope, scopeRemedy } from '../budgets/scope.ts';
import { windowKinds } from '../budgets/window.ts';
import type { Contract } from '../kernel/contract/contract.ts';
import { Credits, Day, Instant } from '../kernel/contract/document-parts.ts';
import { AsOfQuery, pageOf, PageQuery } from '../kernel/contract/fields/page.ts';
import { quotedValue } from '../kernel/records/contract/fields/quoted-value.ts';
import { RunRecordDocument } from '../kernel/runs/contract/run-documents.ts';
import { LiveDocument } from '../live/contract.ts';
import { AlertDocument, AlertRowDocument } from '../notifications/contract.ts';
import { severities } from '../notifications/severity.ts';
import { PoolDocument, PoolsDocument } from '../pools/contract.ts';

const StopDocument = z.object({
  email: z.string(),
  userId: z.string(),
  team: z.string().nullable(),
  /** A budget, or the ceiling of every limit; null when the next run raises the limit. */
  by: z.enum(['budget', 'ceiling']).nullable(),
  scope: z.string().nullable(),
  window: z.enum(windowKinds).nullable(),
  until: Instant.nullable(),
  limit: Credits,
  used: Credits,
});

export const StatusDocument = z.object({
  ok: z.boolean(),
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
  /** Whether jobs run on schedule: always, except on a machine where they are not started. */
  running: z.boolean(),
  lastRuns: z.array(RunRecordDocument).readonly(),
  nextRuns: z.array(z.object({ job: z.string(), schedule: z.string(), at: Instant })).readonly(),
  stopped: z.array(StopDocument).readonly(),
  stoppedNext: z.array(z.string()).readonly(),
  /** Named in the settings; with 0, no one is notified of guards and failures. */
  admins: z.int(),
  budgets: z.int(),
  /** In their current windows, with the first 20 of each list of people: broken guarantees first, then the earliest to run out. */
  pools: z.array(PoolDocument.extend({ unboundedCount: z.int() })).readonly(),
  held: z
    .array(z.object({ plan: z.string().nullable(), guard: z.string(), reason: z.string(), since: Instant }))
    .readonly(),
  /** The first 100; `counts` has all of them. */
  alerts: z.array(AlertDocument).readonly(),
  /** The same: many of one kind and severity are one row. */
  alertRows: z.array(AlertRowDocument).readonly(),
  /** Open alerts that a mute silences; none of them is critical. */
  muted: z.int(),
  late: z.array(z.object({ job: z.string(), dueAt: Instant, detail: z.string() })).readonly(),
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
  /** Mails of unknown outcome, being sent, and waiting. */
  mail: z.object({ unknown: z.int(), sending: z.int(), waiting: z.int() }).optional(),
  /** Roster size and its changes in the last seven days. */
  roster: z.object({
    people: z.int(),
    joined: z.int(),
    left: z.int(),
    returned: z.int(),
    emailChanged: z.int(),
    /** Emails that look alike regardless of case and look-alike letters. */
    twins: z.int(),
    uncappable: z.int(),
  }),
  /** Of all, where a list has the first alone. */
  counts: z.object({
    stopped: z.int(),
    stoppedNext: z.int(),
    pools: z.int(),
    unbounded: z.int(),
    held: z.int(),
    alerts: z.int(),
    alertRows: z.int(),
    undelivered: z.int(),
    bySeverity: z.partialRecord(z.enum(severities), z.int()),
  }),
  ending: z.array(z.object({ scope: z.string(), window: z.enum(windowKinds), to: Day })).readonly(),
  /** From the last run of `live`; absent before the first. */
  live: LiveDocument.optional(),
  /** Counts by status; absent without a fleet list. */
  computers: z.record(z.string(), z.int()).optional(),
  /** Absent without reports. */
  readiness: z.object({ repositories: z.int(), regressions: z.int(), inDoubt: z.int() }).optional(),
});
export type StatusDocument = z.output<typeof StatusDocument>;

/**
 * The status for the console's first page. Lists are cut to the most important entries.
 * `at` may be a while ago: a stale status is given while a new one is made.
 */
export const HomeDocument = StatusDocument.extend({
  /** A newer one is being made: ask again soon. */
  renewing: z.boolean(),
});
export type HomeDocument = z.output<typeof HomeDocument>;

/** A scope of budgets, such as `team:NAME`. */
const ScopeText = z
  .string()
  .max(400)
  .transform((text, context) => {
    const scope = parseScope(text);
    if (scope === undefined) {
      const message = `${quotedValue(text)} is no scope; ${scopeRemedy(text)}`;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    }
    return scope;
  });

const ofScope = z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape, scope: ScopeText.optional() });
const rowKey = ['scope', 'window'];

export const statusContract = {
  showStatus: {
    purpose: 'Shows how everything stands: what needs action, who is stopped, what the pools hold',
    query: AsOfQuery,
    answer: StatusDocument,
  },
  showHome: {
    purpose: 'Shows how everything stands, lists cut and counted: the first page of the console',
    answer: HomeDocument,
  },
  listPools: {
    purpose: 'Lists the budgets that people share: used, left, forecast and worst case; of one scope with its members',
    query: ofScope,
    answer: pageOf(PoolsDocument.unwrap().element, {}),
    rowKey,
  },
  listForecasts: {
    purpose: 'Shows what each budget will have used by the end of its window, and why',
    query: ofScope,
    answer: pageOf(ForecastsDocument.unwrap().element, {}),
    rowKey,
  },
} as const satisfies Contract<'status'>;
