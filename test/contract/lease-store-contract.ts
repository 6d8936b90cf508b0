import { beforeEach, describe, expect, test } from 'vitest';

import type { Lease } from '../../shared/kernel/runs/lease.ts';
import type { LeaseStore } from '../../shared/kernel/runs/ports.ts';

const durationMs = 1_000;

export function describeLeaseStore(name: string, makeStore: () => Promise<LeaseStore>): void {
  describe(`the lease store ${name}`, () => {
    let store: LeaseStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    async function acquire(owner: string, nowMs: number): Promise<Lease> {
      const outcome = await store.acquire('enforce', { owner, nowMs, durationMs });
      if (outcome.kind === 'held') {
        throw new Error('the lease is held');
      }
      return outcome.lease;
    }

    test('gives a free lease', async () => {
      const lease = await acquire('a', 0);

      expect(lease).toEqual({ name: 'enforce', owner: 'a', fence: 1, expiresAtMs: 1_000 });
    });

    test('keeps a held lease from others until it expires', async () => {
      await acquire('a', 0);

      const outcome = await store.acquire('enforce', { owner: 'b', nowMs: 999, durationMs });

      expect(outcome).toEqual({ kind: 'held', untilMs: 1_000 });
    });

    test('tells whether a lease is free, and takes nothing', async () => {
      expect(await store.isFree('enforce', 0)).toBe(true);
      const lease = await acquire('a', 0);
      expect(await store.isFree('enforce', 999)).toBe(false);
      expect(await store.isFree('limits', 999)).toBe(true);
      expect(await store.isFree('enforce', 1_000)).toBe(true);
      expect(await store.renew(lease, { nowMs: 1_000, durationMs })).toEqual({ ...lease, expiresAtMs: 2_000 });
      await store.release(lease);
      expect(await store.isFree('enforce', 1_001)).toBe(true);
    });

    test('gives an expired lease to another owner under a higher fence', async () => {
      await acquire('a', 0);

      const lease = await acquire('b', 1_000);

      expect(lease).toEqual({ name: 'enforce', owner: 'b', fence: 1_000, expiresAtMs: 2_000 });
    });

    test('gives a fence that is higher even where the clock has not moved', async () => {
      await store.release(await acquire('a', 5_000));

      const lease = await acquire('b', 5_000);

      expect(lease.fence).toBe(5_001);
    });

    test('gives its owner the same lease again, for longer', async () => {
      const first = await acquire('a', 0);

      const again = await acquire('a', 500);

      expect(again).toEqual({ ...first, expiresAtMs: 1_500 });
    });

    test('keeps the fence rising after a lease was given back', async () => {
      await store.release(await acquire('a', 0));

      const lease = await acquire('b', 1);

      expect(lease.fence).toBe(2);
    });

    test('renews a lease for its holder', async () => {
      const lease = await acquire('a', 0);

      const renewed = await store.renew(lease, { nowMs: 900, durationMs });

      expect(renewed).toEqual({ ...lease, expiresAtMs: 1_900 });
      expect(await store.acquire('enforce', { owner: 'b', nowMs: 1_899, durationMs })).toMatchObject({ kind: 'held' });
    });

    test('does not renew a lease that another owner holds', async () => {
      const lost = await acquire('a', 0);
      await acquire('b', 1_000);

      const renewed = await store.renew(lost, { nowMs: 1_001, durationMs });

      expect(renewed).toBeUndefined();
    });

    test('takes nothing from the new holder when the old one gives back', async () => {
      const lost = await acquire('a', 0);
      await acquire('b', 1_000);

      await store.release(lost);

      expect(await store.acquire('enforce', { owner: 'c', nowMs: 1_001, durationMs })).toMatchObject({ kind: 'held' });
    });

    test('keeps leases of different names apart', async () => {
      await acquire('a', 0);

      const other = await store.acquire('digest', { owner: 'b', nowMs: 0, durationMs });

      expect(other).toMatchObject({ kind: 'acquired', lease: { name: 'digest', fence: 1 } });
    });

    test('gives a free lease to one of two who ask at once', async () => {
      const outcomes = await Promise.all(
        ['a', 'b'].map(async (owner) => store.acquire('enforce', { owner, nowMs: 0, durationMs })),
      );

      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['acquired', 'held']);
    });
  });
}
