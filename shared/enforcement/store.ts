import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { scanAll } from '../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../kernel/store/stored-item.ts';
import { verdictKinds } from '../permits/verdict.ts';
import { newestFirst, type HeldPlan } from './held-plan.ts';
import type { PlanStore } from './ports.ts';

const Credits = z.int().min(0);
const change = () =>
  z.object({
    email: z.string(),
    fromCredits: Credits.optional(),
    toCredits: Credits,
    reason: z.enum(['no-limit-yet', 'lowered', 'raised', 'lifted', 'outcome-unknown', 'renewed']),
  });
const teamChange = () =>
  z.object({
    team: z.string().optional(),
    users: z.int(),
    beforeCredits: Credits,
    afterCredits: Credits,
    raised: z.int(),
    lowered: z.int(),
    stopped: z.int(),
    freed: z.int(),
  });
const summary = () =>
  z.object({
    total: teamChange(),
    teams: z.array(teamChange()),
    teamsCount: z.int(),
    stoppedEmails: z.array(z.string()),
    freedEmails: z.array(z.string()).optional(),
    largest: z.array(change()),
    pools: z.array(
      z.object({
        scope: z.string(),
        window: z.enum(windowKinds),
        from: z.iso.date().optional(),
        through: z.iso.date().optional(),
        amountCredits: Credits,
        usedCredits: Credits,
        leftCredits: Credits,
        allowedCredits: Credits.optional(),
        worstCaseCredits: Credits.optional(),
        runwayDays: z.int().optional(),
        promised: z.enum(['kept', 'pending', 'broken']),
        verdict: z.object({ kind: z.enum(verdictKinds), words: z.string(), detail: z.string() }).optional(),
      }),
    ),
  });

// Built on first use: few plans are held.
const PlanItem = storing<HeldPlan>()(
  z.lazy(() =>
    z.object({
      planId: z.string().min(1),
      at: z.string(),
      heldAt: z.string(),
      expiresAt: z.string(),
      runId: z.string(),
      detail: z.string(),
      changesCount: z.int().min(0),
      changes: z.array(change()),
      summary: summary().optional(),
      notice: z.string().optional(),
      replacedBy: z.string().optional(),
      rejectedBefore: z.object({ planId: z.string(), by: z.string(), at: z.string() }).optional(),
      released: z.array(z.object({ emails: z.array(z.string()), by: z.string(), at: z.string() })).optional(),
      decision: z
        .object({
          kind: z.enum(['approved', 'rejected']),
          by: z.string(),
          at: z.string(),
          sentAt: z.string().optional(),
        })
        .optional(),
      approvedBefore: z.string().optional(),
      /** TTL, in Unix seconds. */
      goneAfter: z.int(),
    }),
  ),
);

const LatestItem = z.object({ planId: z.literal('latest'), latest: z.string().min(1), goneAfter: z.int() });

/** Decisions stay visible for a while after the plan expires. */
const keptMs = 30 * 86_400_000;

/** The plans table: one item per held plan, kept for a month, and one naming the latest. */
export function dynamoPlanStore(dynamo: DynamoDBDocumentClient, table: string): PlanStore {
  const get = async (planId: string) => findItem(dynamo, table, { planId });

  async function put(schema: z.ZodType, item: Item & { readonly planId: string }): Promise<void> {
    const Item = checkItem(schema, item, { table, key: item.planId });
    await dynamo.send(new PutCommand({ TableName: table, Item }));
  }

  async function find(planId: string): Promise<HeldPlan | undefined> {
    const item = planId === latestKey ? undefined : await get(planId);
    return item === undefined ? undefined : planOf(item, table);
  }

  return {
    find,
    async put(plan) {
      await put(PlanItem, { ...plan, goneAfter: goneAfter(plan) });
    },
    async hold(plan) {
      await put(PlanItem, { ...plan, goneAfter: goneAfter(plan) });
      await put(LatestItem, { planId: latestKey, latest: plan.planId, goneAfter: goneAfter(plan) });
    },
    async latest() {
      const item = await get(latestKey);
      return item === undefined ? undefined : find(readItem(LatestItem, item, { table, key: latestKey }).latest);
    },
    async list() {
      const items = await scanAll(dynamo, { TableName: table });
      const plans = items.filter(({ planId }) => planId !== latestKey).map((item) => planOf(item, table));
      return newestFirst(plans);
    },
  };
}

const latestKey = 'latest';

function goneAfter({ expiresAt }: HeldPlan): number {
  return Math.floor((Date.parse(expiresAt) + keptMs) / 1000);
}

function planOf(item: Item, table: string): HeldPlan {
  const { goneAfter: _goneAfter, ...plan } = readItem(PlanItem, item, { table, key: String(item['planId']) });
  return plan;
}
