import * as z from 'zod';

import { actionKinds, actionStates } from '../../domain/sessions/session-action.ts';
import { Instant } from './document-parts.ts';

/** A session as the last run saw it; null: the platform did not say. Credits in the platform's unit of session credits. */
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

/** What Curfew has changed of a session, and how far its way back has come. */
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

/** `sessions show ID --json`. */
export const SessionShownDocument = SessionDocument.extend({ actions: z.array(SessionActionDocument).readonly() });

/** What the sessions of one group have used: no child is counted twice. */
export const SessionCostDocument = z.object({
  name: z.string(),
  sessions: z.int(),
  unknown: z.int(),
  credits: z.number(),
});
