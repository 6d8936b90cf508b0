import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { actionKinds, actionStates } from '../session-action.ts';
import { costGroups } from '../session-credits.ts';

/** As the last run saw it; null: unknown to the platform. Credits in the platform's session credits. */
export const SessionDocument = z.object({
  session: z.string(),
  status: z.enum(['idle', 'pending', 'running', 'other']).nullable(),
  credits: z.number().nullable(),
  creditsWithChildren: z.number().nullable(),
  messages: z.number(),
  model: z.string().nullable(),
  computer: z.string().nullable(),
  title: z.string().nullable(),
  tags: z.array(z.string()).readonly(),
  children: z.array(z.string()).readonly(),
  createdAt: Instant,
  updatedAt: Instant,
  completedAt: Instant.nullable(),
  archivedAt: z.string().nullable(),
});

const Fields = z.record(z.string(), z.unknown());

const SessionActionDocument = z.object({
  sessionId: z.string(),
  kind: z.enum(actionKinds),
  policy: z.string(),
  reason: z.string(),
  state: z.enum(actionStates),
  before: Fields,
  after: Fields,
  at: Instant,
  runId: z.string(),
  by: z.string().optional(),
  problem: z.string().optional(),
  attempts: z.int(),
  version: z.int(),
});

export const SessionShownDocument = SessionDocument.extend({ actions: z.array(SessionActionDocument).readonly() });

/** Use of one group's sessions; no child counts twice. */
export const SessionCostDocument = z.object({
  name: z.string(),
  sessions: z.int(),
  unknown: z.int(),
  credits: z.number(),
});

const pattern = z.string().min(1).max(200);
const session = z.strictObject({ session: z.string().min(1).max(200) });

export const sessionsContract = {
  listSessions: {
    purpose: 'Lists sessions as the last run saw them, the most expensive first',
    query: z.strictObject({
      ...PageQuery.shape,
      status: z.enum(['idle', 'pending', 'running', 'other']).optional(),
      /** `*` matches any text. */
      model: pattern.optional(),
      tag: pattern.optional(),
      computer: pattern.optional(),
    }),
    answer: pageOf(SessionDocument, { count: z.int() }),
    rowKey: ['session'],
  },
  showSession: {
    purpose: 'Shows all that is known of one session, and what was done to it',
    params: session,
    answer: SessionShownDocument,
  },
  listSessionCosts: {
    purpose: 'Shows what sessions have used, by session, model, tag or computer; no child is counted twice',
    query: z.strictObject({ ...PageQuery.shape, by: z.enum(costGroups).optional() }),
    answer: pageOf(SessionCostDocument, { count: z.int() }),
    rowKey: ['name'],
  },
  requestRestore: {
    purpose: 'Asks that what Curfew has changed of a session is put back; the next run of the watcher does it',
    params: session,
    answer: z.object({ session: z.string(), actions: z.array(SessionActionDocument).readonly() }),
  },
} as const satisfies Contract<'sessions'>;
