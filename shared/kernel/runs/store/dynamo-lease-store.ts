import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { patientBackoff, tryAgain, type Backoff } from '../../store/backoff.ts';
import { isMade } from '../../store/one-item.ts';
import { decideLease, isLeaseFree, type LeaseClaim } from '../lease.ts';
import type { LeaseStore } from '../ports.ts';
import { moveExpiry } from './lease-updates.ts';
import { orderRows } from './order-rows.ts';

type Acquired = Awaited<ReturnType<LeaseStore['acquire']>>;

const fields = ['owner', 'fence', 'expiresAtMs'] as const;

/** The leases table. A released lease's item stays, since the next fence must be higher. */
export function dynamoLeaseStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): LeaseStore {
  const rows = orderRows(dynamo, table);

  /** Undefined when another process moved the lease meanwhile. */
  async function tryAcquire(claim: LeaseClaim): Promise<Acquired | undefined> {
    const seen = await rows.find(claim.name);
    const decision = decideLease(seen, claim);
    const { tampering } = decision;
    if (decision.kind === 'acquired') {
      const { lease } = decision;
      return (await rows.replace({ ...lease }, seen, { fields, tampering })) ? { kind: 'acquired', lease } : undefined;
    }
    const { untilMs, repaired } = decision;
    if (repaired === undefined) {
      return { kind: 'held', untilMs };
    }
    const isRepaired = await rows.replace({ ...repaired }, seen, { fields, tampering });
    return isRepaired ? { kind: 'held', untilMs, isRepaired } : undefined;
  }

  return {
    async acquire(name, claim) {
      let acquired: Acquired | undefined;
      await tryAgain(backoff, name, async () => {
        acquired = await tryAcquire({ name, ...claim });
        return acquired === undefined ? name : undefined;
      });
      if (acquired === undefined) {
        throw new Error(`the lease ${name} of table ${table} changed hands too often to be acquired`);
      }
      return acquired;
    },
    async renew(lease, { nowMs, durationMs }) {
      const renewed = { ...lease, expiresAtMs: nowMs + durationMs };
      return (await isMade(dynamo.send(new UpdateCommand(moveExpiry(table, renewed))))) ? renewed : undefined;
    },
    async release(lease) {
      await isMade(dynamo.send(new UpdateCommand(moveExpiry(table, { ...lease, expiresAtMs: 0 }))));
    },
    isFree: async (name, nowMs) => isLeaseFree(await rows.find(name), { name, nowMs }),
    tampered: async () => rows.tampered(),
  };
}
