import * as z from 'zod';

import { Instant } from '../../kernel/contract/document-parts.ts';
import { actionKinds, actionStates } from '../session-action.ts';

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

export const SessionActionDocument = z.object({
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
