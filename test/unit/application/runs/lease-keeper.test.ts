import { expect, test } from 'vitest';
import { memoryLeaseStore } from '../../../../shared/adapters/memory/runs/memory-lease-store.ts';
import { leaseKeeper, LeaseLostError } from '../../../../shared/application/runs/lease-keeper.ts';
import { virtualClock } from '../../../world/virtual-clock.ts';

const leaseMs = 600_000;

async function aKeeper() {
  const [clock, leases] = [virtualClock(0), memoryLeaseStore()];
  const acquired = await leases.acquire('limits', { owner: 'first', nowMs: 0, durationMs: leaseMs });
  if (acquired.kind === 'held') {
    throw new Error('nobody else is there');
  }
  const claim = { owner: 'second', durationMs: leaseMs };
  return {
    clock,
    keeper: leaseKeeper({ clock, leases }, acquired.lease, leaseMs),
    takeOver: async () => leases.acquire('limits', { ...claim, nowMs: clock.now() }),
  };
}

test('a lease of which half is gone is prolonged, so that nobody can take it', async () => {
  const { clock, keeper, takeOver } = await aKeeper();

  for (let minute = 0; minute < 60; minute += 4) {
    clock.moveBy(240_000);
    await keeper.keep();
  }

  expect(await takeOver()).toMatchObject({ kind: 'held' });
});

test('who has lost the lease is told when they want to go on', async () => {
  const { clock, keeper, takeOver } = await aKeeper();
  clock.moveBy(leaseMs);
  await takeOver();

  await expect(keeper.keep()).rejects.toThrow(LeaseLostError);
  await expect(keeper.renew()).rejects.toThrow(LeaseLostError);
});

test('a lease that ran out, and that nobody took, is still one’s own', async () => {
  const { clock, keeper, takeOver } = await aKeeper();
  clock.moveBy(leaseMs * 2);

  await keeper.keep();

  expect(await takeOver()).toMatchObject({ kind: 'held' });
});
