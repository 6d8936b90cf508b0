import { expect, test } from 'vitest';

import { memoryLeaseStore } from '../../../../../shared/kernel/runs/store/memory-run-store.ts';
import {
  leaseKeeper,
  LeaseLostError,
  noLease,
  underLease,
} from '../../../../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { virtualClock } from '../../../../world/virtual-clock.ts';

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

test('who has lost the lease learns it when they want to go on', async () => {
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

test('a lease is renewed once less than half of it is left, and not before', async () => {
  const { clock, keeper, takeOver } = await aKeeper();

  clock.moveBy(leaseMs / 2);
  await keeper.keep();
  clock.moveBy(leaseMs / 2);

  expect(await takeOver()).toMatchObject({ kind: 'acquired' });
});

test('the error of a lost lease names itself', () => {
  expect(new LeaseLostError('').name).toBe('LeaseLostError');
});

test('work without a lease may go on at any time', async () => {
  await noLease.keep();
  await noLease.renew();

  expect(noLease.fence).toBe(0);
});

function somePorts() {
  const [clock, leases] = [virtualClock(0), memoryLeaseStore()];
  const claim = { owner: 'another', durationMs: leaseMs };
  return {
    ports: { clock, leases, ids: { next: () => 'own' } },
    acquire: async () => leases.acquire('limits', { ...claim, nowMs: clock.now() }),
  };
}

const terms = { name: 'limits', durationMs: leaseMs };

test('work under a lease has it to itself, may renew it, and gives it back', async () => {
  const { ports, acquire } = somePorts();

  const done = await underLease(ports, terms, async (keeper) => {
    ports.clock.moveBy(leaseMs - 1);
    await keeper.keep();
    ports.clock.moveBy(leaseMs - 1);
    return (await acquire()).kind;
  });

  expect(done).toEqual({ kind: 'done', value: 'held' });
  expect(await acquire()).toMatchObject({ kind: 'acquired' });
});

test('work that fails gives its lease back', async () => {
  const { ports, acquire } = somePorts();

  await expect(underLease(ports, terms, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await acquire()).toMatchObject({ kind: 'acquired' });
});

test('work under a lease that somebody else holds is not begun, and learns until when', async () => {
  const { ports, acquire } = somePorts();
  await acquire();

  const done = await underLease(ports, terms, async () => Promise.reject(new Error('begun')));

  expect(done).toEqual({ kind: 'busy', untilMs: leaseMs });
  expect(await acquire()).toMatchObject({ kind: 'acquired', lease: { owner: 'another' } });
});
