import * as z from 'zod';

import type { Contract } from '../../kernel/contract/contract.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { AsOfQuery, pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';

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
  steps: z
    .array(
      z.looseObject({
        name: z.string().optional(),
        id: z.string().optional(),
        word: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .readonly(),
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

const FleetApprovalsDocument = z.object({
  approved: z.array(z.object({ name: z.string(), action, cause: z.string() })).readonly(),
});

const name = z.string().min(1).max(200);

export const fleetContract = {
  listComputers: {
    purpose: 'Lists the computers of the fleet list as they were last read',
    query: z.strictObject({ ...PageQuery.shape, ...AsOfQuery.shape }),
    answer: pageOf(ComputerDocument, {
      /** Computers of several entries, of which the first counts. */
      doubles: z.array(z.object({ name: z.string(), entries: z.array(z.string()).readonly() })).readonly(),
      /** Entries that cannot be read. */
      invalid: z.array(z.object({ key: z.string(), problem: z.string() })).readonly(),
    }),
    rowKey: ['name'],
  },
  showComputer: {
    purpose: 'Shows one computer: its entry, its steps, and what was tried',
    params: z.strictObject({ name }),
    query: AsOfQuery,
    answer: ComputerShownDocument,
  },
  planFleet: {
    purpose: 'Shows what would be done for the fleet, and with whose approval',
    query: AsOfQuery,
    answer: FleetPlanDocument,
  },
  approveFleet: {
    purpose: 'Approves what the plan proposes, each action for its cause alone; the next run does it',
    query: AsOfQuery,
    /** Without names: everything proposed. */
    body: z.strictObject({ names: z.array(name).max(1_000) }),
    answer: FleetApprovalsDocument,
  },
} as const satisfies Contract<'fleet'>;
