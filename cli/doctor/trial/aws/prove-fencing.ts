import { DeleteCommand } from '@aws-sdk/lib-dynamodb';

import { dynamoLeaseStore } from '../../../../shared/adapters/dynamo/runs/dynamo-lease-store.ts';
import { dynamoLimitStore } from '../../../../shared/adapters/dynamo/enforcement/dynamo-limit-store.ts';
import { FencedOffError } from '../../../../shared/application/runs/ports.ts';
import { type CheckResult, failed, ok } from '../../check.ts';
import type { TrialWork } from '../trial-work.ts';

const name = 'smoke';
const durationMs = 60_000;
/** Nobody of that id is on any roster. */
const record = { userId: 'smoke-nobody', email: 'nobody@example.com', unsettled: [] };

/** Two writers in turn: the second waits while the lease is held, and the first can write nothing after its turn. */
export async function provesFencing({ dynamo, tables, nowMs }: TrialWork): Promise<CheckResult> {
  const leases = dynamoLeaseStore(dynamo, tables.leases);
  const limits = dynamoLimitStore(dynamo, tables.limits);
  const remedy = 'see whether the endpoint is DynamoDB itself';

  const first = await leases.acquire(name, { owner: 'first', nowMs, durationMs });
  const tooEarly = await leases.acquire(name, { owner: 'second', nowMs, durationMs });
  const second = await leases.acquire(name, { owner: 'second', nowMs: nowMs + durationMs, durationMs });
  if (first.kind !== 'acquired' || tooEarly.kind !== 'held' || second.kind !== 'acquired') {
    return failed('a lease was given to two at once, or to nobody', remedy);
  }
  await limits.put([record], second.lease.fence);
  const isFencedOff = await limits.put([record], first.lease.fence).then(
    () => false,
    (error: unknown) => {
      if (error instanceof FencedOffError) {
        return true;
      }
      throw error;
    },
  );
  await leases.release(second.lease);
  // The night that is tried later on these tables must know of nobody's limit.
  await dynamo.send(new DeleteCommand({ TableName: tables.limits, Key: { userId: record.userId } }));
  return isFencedOff && second.lease.fence > first.lease.fence
    ? ok()
    : failed('a write of an earlier holder of the lease was let through', remedy);
}
