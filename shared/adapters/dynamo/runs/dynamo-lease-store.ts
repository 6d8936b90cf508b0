import { GetCommand, PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Lease, LeaseStore } from '../../../application/runs/ports.ts';
import { patientBackoff, tryAgain, type Backoff } from '../calls/backoff.ts';
import { isMade } from '../calls/is-made.ts';
import { readItem } from '../items/stored-item.ts';
import { storing } from '../items/storing.ts';

const LeaseItem = storing<Lease>()(
  z.object({
    name: z.string().min(1),
    owner: z.string().min(1),
    fence: z.int().min(1),
    expiresAtMs: z.int().min(0),
  }),
);

type Claim = Parameters<LeaseStore['acquire']>[1];
type Acquired = Awaited<ReturnType<LeaseStore['acquire']>>;

/** The leases table. An item stays when its lease is given back: the fence of the next one must be higher. */
export function dynamoLeaseStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): LeaseStore {
  async function find(name: string): Promise<Lease | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { name }, ConsistentRead: true }));
    return Item === undefined ? undefined : readItem(LeaseItem, Item, { table, key: name });
  }

  /** Undefined when somebody else moved the lease between the reading and the writing. */
  async function tryAcquire(name: string, { owner, nowMs, durationMs }: Claim): Promise<Acquired | undefined> {
    const seen = await find(name);
    const isOwn = seen?.owner === owner;
    if (seen !== undefined && !isOwn && seen.expiresAtMs > nowMs) {
      return { kind: 'held', untilMs: seen.expiresAtMs };
    }
    const fence = isOwn ? seen.fence : (seen?.fence ?? 0) + 1;
    const lease = { name, owner, fence, expiresAtMs: nowMs + durationMs };
    return (await isMade(dynamo.send(replaceLease(table, lease, seen)))) ? { kind: 'acquired', lease } : undefined;
  }

  return {
    async acquire(name, claim) {
      let acquired: Acquired | undefined;
      await tryAgain(backoff, name, async () => {
        acquired = await tryAcquire(name, claim);
        return acquired === undefined ? name : undefined;
      });
      if (acquired === undefined) {
        throw new Error(`the lease ${name} of table ${table} changed hands too often to be acquired`);
      }
      return acquired;
    },
    async renew(lease, { nowMs, durationMs }) {
      const renewed = { ...lease, expiresAtMs: nowMs + durationMs };
      return (await isMade(dynamo.send(moveExpiry(table, renewed)))) ? renewed : undefined;
    },
    async release(lease) {
      await isMade(dynamo.send(moveExpiry(table, { ...lease, expiresAtMs: 0 })));
    },
  };
}

/**
 * Puts a lease in the place of the one that was seen. The client may send this twice when an answer is lost, so the
 * condition holds as well when the very lease to be put stands there already.
 */
function replaceLease(table: string, lease: Lease, seen: Lease | undefined): PutCommand {
  const isOwnEarlierAttempt = '(#owner = :owner AND fence = :fence AND expiresAtMs = :expiresAtMs)';
  const isAsSeen =
    seen === undefined
      ? 'attribute_not_exists(#owner)'
      : '(#owner = :seenOwner AND fence = :seenFence AND expiresAtMs = :seenExpiresAtMs)';
  return new PutCommand({
    TableName: table,
    Item: { ...lease },
    ConditionExpression: `${isAsSeen} OR ${isOwnEarlierAttempt}`,
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: {
      ':owner': lease.owner,
      ':fence': lease.fence,
      ':expiresAtMs': lease.expiresAtMs,
      ...(seen && { ':seenOwner': seen.owner, ':seenFence': seen.fence, ':seenExpiresAtMs': seen.expiresAtMs }),
    },
  });
}

/** Moves the end of a lease that is still the same; an absolute value, so that it may be sent twice. */
function moveExpiry(table: string, { name, owner, fence, expiresAtMs }: Lease): UpdateCommand {
  return new UpdateCommand({
    TableName: table,
    Key: { name },
    UpdateExpression: 'SET expiresAtMs = :expiresAtMs',
    ConditionExpression: '#owner = :owner AND fence = :fence',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner, ':fence': fence, ':expiresAtMs': expiresAtMs },
  });
}
