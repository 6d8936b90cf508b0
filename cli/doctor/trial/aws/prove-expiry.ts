import { GetCommand } from '@aws-sdk/lib-dynamodb';

import { dynamoPlanStore } from '../../../../shared/adapters/dynamo/enforcement/dynamo-plan-store.ts';
import { tableDefinitions } from '../../../../shared/contracts/tables/tables.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialWork } from '../trial-work.ts';

/** A plan as a guard would hold it: it lies in the table with the Unix second after which it may vanish. */
export async function provesExpiry({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const at = new Date(nowMs).toISOString();
  const planId = 'smoke';
  const plan = { planId, at, heldAt: at, expiresAt: at, runId: 'smoke', detail: '', changesCount: 0, changes: [] };
  const store = dynamoPlanStore(dynamo, tables.plans);

  await store.put(plan);
  const isKept = (await store.find(planId)) !== undefined;
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tables.plans, Key: { planId }, ConsistentRead: true }),
  );
  const expiry: unknown = Item?.[tableDefinitions.plans.timeToLiveAttribute];
  return isKept && typeof expiry === 'number' && expiry * 1000 > nowMs
    ? ok()
    : failed('a plan was not kept with its expiry', 'see whether the endpoint is DynamoDB itself');
}
