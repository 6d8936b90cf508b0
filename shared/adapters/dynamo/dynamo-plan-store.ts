import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { PlanStore } from '../../application/enforcement/ports.ts';
import type { HeldPlan } from '../../domain/runs/held-plan.ts';
import { checkItem, readItem } from './stored-item.ts';

const PlanItem = z.object({
  planId: z.string().min(1),
  at: z.string(),
  heldAt: z.string(),
  expiresAt: z.string(),
  runId: z.string(),
  detail: z.string(),
  changesCount: z.int().min(0),
  changes: z.array(
    z.object({
      email: z.string(),
      fromCredits: z.int().min(0).exactOptional(),
      toCredits: z.int().min(0),
      reason: z.enum(['no-limit-yet', 'lowered', 'raised', 'lifted', 'outcome-unknown', 'renewed']),
    }),
  ),
  decision: z.object({ kind: z.enum(['approved', 'rejected']), by: z.string(), at: z.string() }).exactOptional(),
  /** Unix second after which the table forgets the plan. */
  goneAfter: z.int(),
}) satisfies z.ZodType<HeldPlan>;

/** Decisions stay to be looked at for a while after the plan has lost its force. */
const keptMs = 30 * 86_400_000;

/** The plans table: an item for every plan that was held, kept for a month. */
export function dynamoPlanStore(dynamo: DynamoDBDocumentClient, table: string): PlanStore {
  return {
    async find(planId) {
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { planId }, ConsistentRead: true }));
      if (Item === undefined) {
        return undefined;
      }
      const { goneAfter: _goneAfter, ...plan } = readItem(PlanItem, Item, { table, key: planId });
      return plan;
    },
    async put(plan) {
      const goneAfter = Math.floor((Date.parse(plan.expiresAt) + keptMs) / 1000);
      const Item = checkItem(PlanItem, { ...plan, goneAfter }, { table, key: plan.planId });
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },
  };
}
