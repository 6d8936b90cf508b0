import type { Lease, LeaseStore } from '../../../application/runs/ports.ts';
import { storedCopy } from '../stored-copy.ts';

/** Leases in memory, with the semantics of `dynamoLeaseStore`. */
export function memoryLeaseStore(): LeaseStore {
  const leases = new Map<string, Lease>();

  function isHolder(lease: Lease): boolean {
    const stored = leases.get(lease.name);
    return stored?.owner === lease.owner && stored.fence === lease.fence;
  }

  return {
    async acquire(name, { owner, nowMs, durationMs }) {
      const stored = leases.get(name);
      const isOwn = stored?.owner === owner;
      if (stored !== undefined && !isOwn && stored.expiresAtMs > nowMs) {
        return { kind: 'held', untilMs: stored.expiresAtMs };
      }
      const fence = isOwn ? stored.fence : (stored?.fence ?? 0) + 1;
      const lease = { name, owner, fence, expiresAtMs: nowMs + durationMs };
      leases.set(name, storedCopy(lease));
      return { kind: 'acquired', lease };
    },
    async renew(lease, { nowMs, durationMs }) {
      if (!isHolder(lease)) {
        return undefined;
      }
      const renewed = { ...storedCopy(lease), expiresAtMs: nowMs + durationMs };
      leases.set(lease.name, storedCopy(renewed));
      return renewed;
    },
    async release(lease) {
      if (isHolder(lease)) {
        // The fence stays, so that the next owner gets a higher one.
        leases.set(lease.name, { ...storedCopy(lease), expiresAtMs: 0 });
      }
    },
  };
}
