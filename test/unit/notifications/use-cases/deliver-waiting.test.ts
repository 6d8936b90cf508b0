import { beforeEach, expect, test } from 'vitest';

import type { LeaseStore } from '../../../../shared/kernel/runs/ports.ts';
import { memoryLeaseStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { memoryOutbox } from '../../../../shared/mail/store/memory-mail-stores.ts';
import type { DeliveryRules } from '../../../../shared/notifications/delivery.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { deliverWaiting } from '../../../../shared/notifications/use-cases/deliver-waiting.ts';
import { anObservation, onEnforcementRun, play } from '../observed.ts';

const run = { runId: 'run', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const nowMs = Date.parse(run.at);
const [waiting = []] = play([onEnforcementRun('2026-03-14', { observed: [anObservation()] })]).told;
const always: DeliveryRules = { quietHours: [], digest: [] };
const atNight = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '00:00',
  until: '06:00',
  timeZone: 'UTC',
  severities: ['medium'],
} as const;

let ports: ReturnType<typeof memoryPorts>;

function memoryPorts() {
  return {
    alerts: memoryAlertStore(),
    outbox: memoryOutbox(),
    leases: memoryLeaseStore(),
    clock: { now: () => nowMs },
    ids: { next: () => 'this-run' },
  };
}

beforeEach(() => {
  ports = memoryPorts();
});

async function deliver(leases: Partial<LeaseStore> = {}, rules = always) {
  const lease = { name: 'limits', durationMs: 60_000 } as const;
  await deliverWaiting({ ...ports, leases: { ...ports.leases, ...leases } }, run, { rules, nowMs, lease });
}

const never = async () => expect.unreachable('the lease is left alone');

test('without anything that waits the lease is not asked for', async () => {
  await deliver({ acquire: never });

  expect(ports.outbox.writtenMailIds()).toEqual([]);
});

test('while what waits is to wait on, the lease is not asked for', async () => {
  await ports.alerts.enqueue(waiting);

  await deliver({ acquire: never }, { quietHours: [atNight], digest: [] });

  expect(ports.outbox.writtenMailIds()).toEqual([]);
});

test('what is due is written, under the lease, which is free afterwards', async () => {
  await ports.alerts.enqueue(waiting);
  const renewed: string[] = [];

  await deliver({
    async renew(lease, claim) {
      renewed.push(lease.owner);
      return ports.leases.renew(lease, claim);
    },
  });

  expect(ports.outbox.writtenMailIds()).toHaveLength(1);
  expect(await ports.alerts.listPending('limits')).toEqual([]);
  expect(renewed).toEqual(['this-run']);
  const next = await ports.leases.acquire('limits', { owner: 'next', nowMs, durationMs: 60_000 });
  expect(next.kind).toBe('acquired');
});

test('while another run holds the lease nothing is written', async () => {
  await ports.alerts.enqueue(waiting);
  await ports.leases.acquire('limits', { owner: 'night', nowMs, durationMs: 60_000 });

  await deliver();

  expect(ports.outbox.writtenMailIds()).toEqual([]);
});

test('a run that loses the lease writes nothing', async () => {
  await ports.alerts.enqueue(waiting);

  await deliver({ renew: async () => undefined });

  expect(ports.outbox.writtenMailIds()).toEqual([]);
});

test('a store that fails is no lost lease: the run hears of it', async () => {
  await ports.alerts.enqueue(waiting);

  await expect(deliver({ renew: async () => Promise.reject(new Error('no answer')) })).rejects.toThrow('no answer');
});

test('what another run has written meanwhile is not written again, and the lease not renewed for it', async () => {
  await ports.alerts.enqueue(waiting);

  await deliver({
    async acquire(...claim) {
      await ports.alerts.settle(waiting.map(({ notificationId }) => notificationId));
      return ports.leases.acquire(...claim);
    },
    renew: never,
  });

  expect(ports.outbox.writtenMailIds()).toEqual([]);
});
