import type { Lease } from '../lease.ts';
import type { Clock, Ids, LeaseStore } from '../ports.ts';

/** Another run holds the lease by now: whatever this one still did could undo what that one did. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Holds a run's lease. Both methods throw LeaseLostError when it is lost. */
export interface LeaseKeeper {
  readonly fence: number;
  renew(): Promise<void>;
  /** Renews the lease when less than half of it is left, so that what begins next ends within it. */
  keep(): Promise<void>;
}

/** For a job that may run any number of times at once. */
export const noLease: LeaseKeeper = { fence: 0, renew: async () => {}, keep: async () => {} };

export function leaseKeeper(
  { clock, leases }: { readonly clock: Clock; readonly leases: LeaseStore },
  acquired: Lease,
  durationMs: number,
): LeaseKeeper {
  let lease = acquired;

  async function renew(): Promise<void> {
    const renewed = await leases.renew(lease, { nowMs: clock.now(), durationMs });
    if (renewed === undefined) {
      throw new LeaseLostError('another run has taken over');
    }
    lease = renewed;
  }

  return {
    fence: acquired.fence,
    renew,
    async keep() {
      if (lease.expiresAtMs - clock.now() < durationMs / 2) {
        await renew();
      }
    },
  };
}

/** Does a short piece of work under the lease of a job, outside of its runs; `busy` when a run holds it. */
export async function underLease<T>(
  ports: { readonly clock: Clock; readonly ids: Ids; readonly leases: LeaseStore },
  { name, durationMs }: { readonly name: string; readonly durationMs: number },
  work: (keeper: LeaseKeeper) => Promise<T>,
): Promise<{ readonly kind: 'done'; readonly value: T } | { readonly kind: 'busy'; readonly untilMs: number }> {
  const { clock, ids, leases } = ports;
  const acquired = await leases.acquire(name, { owner: ids.next(), nowMs: clock.now(), durationMs });
  if (acquired.kind === 'held') {
    return { kind: 'busy', untilMs: acquired.untilMs };
  }
  try {
    return { kind: 'done', value: await work(leaseKeeper(ports, acquired.lease, durationMs)) };
  } finally {
    await leases.release(acquired.lease);
  }
}
