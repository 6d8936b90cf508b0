import * as z from 'zod';

import { Instant } from '../../kernel/contract/document-parts.ts';

const action = z.enum(['create', 'install-deps']);

export const ComputerDocument = z.object({
  name: z.string(),
  entry: z.string(),
  /** `unread` before the first reading. */
  status: z.string(),
  step: z.string().nullable(),
  error: z.string().nullable(),
  next: z.object({ kind: z.string(), detail: z.string() }).nullable(),
  action: action.nullable(),
  id: z.string().nullable(),
  provider: z.string().nullable(),
  readAt: Instant.nullable(),
  owner: z.string().nullable(),
  note: z.string().nullable(),
});

export const ComputerShownDocument = ComputerDocument.extend({
  list: z.record(z.string(), z.unknown()),
  steps: z.array(z.record(z.string(), z.unknown())).readonly(),
  unknownWords: z.array(z.string()).readonly(),
  attempts: z
    .array(
      z.object({
        action,
        at: Instant,
        cause: z.string(),
        status: z.enum(['unknown', 'done', 'failed']),
        problem: z.string().optional(),
      }),
    )
    .readonly(),
});

export const FleetPlanDocument = z.object({
  actions: z
    .array(
      z.object({
        name: z.string(),
        action,
        cause: z.string(),
        detail: z.string(),
        /** Null: waits for "fleet apply". */
        allowedBy: z.string().nullable(),
      }),
    )
    .readonly(),
  /** Listed computers never read. */
  unread: z.int(),
});

export const FleetApprovalsDocument = z.object({
  approved: z.array(z.object({ name: z.string(), action, cause: z.string() })).readonly(),
});
