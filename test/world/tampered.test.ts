import { expect, test } from 'vitest';

import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { checkInvariants } from './check-invariants.ts';
import { aControlsWorld, mailsTo, watch, watchLater } from './controls/controls-world.ts';
import { anEnforcementWorld, runEnforcement } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';
import { minuteMs } from './virtual-clock.ts';

const in2099 = '2099-01-01T00:00:00.000Z';
const in2099Ms = Date.parse(in2099);
const limits = { name: 'limits', owner: 'x', fence: -1, expiresAtMs: in2099Ms };

test('a night does its work though somebody has set its lease and its progress to 2099', async () => {
  const world = anEnforcementWorld(smallOrganization);
  const rows = new Map<string, Readonly<Record<string, unknown>>>([
    ['limits', limits],
    ['applied:enforce', { name: 'applied:enforce', at: in2099, atMs: in2099Ms }],
    ['sent:enforce', { name: 'sent:enforce', at: 7 }],
  ]);
  const [leases, runs] = [memoryLeaseStore(rows), memoryRunStore(rows, world.clock)];
  const steps = immediateSteps(async (ms) => world.clock.moveBy(ms));

  const night = await runEnforcement(world, '2026-01-16', (ports) => ({ ...ports, leases, runs, steps }));

  expect(night.outcome).toMatchObject({ status: 'complete', problems: [] });
  expect(night.outcome.capsChanged).toBeGreaterThan(0);
  expect((await leases.tampered()).map(({ name }) => name)).toEqual(['applied:enforce', 'limits', 'sent:enforce']);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('admins are notified within minutes, once, of what stood in a lease that somebody tampered with', async () => {
  const world = aControlsWorld();
  const rows = new Map<string, Readonly<Record<string, unknown>>>([['limits', limits]]);
  Object.assign(world.stores, { leases: memoryLeaseStore(rows), runs: memoryRunStore(rows, world.clock) });
  const nowMs = world.clock.now();
  await world.stores.leases.acquire('limits', { owner: 'night', nowMs, durationMs: minuteMs });

  await watch(world);
  await watchLater(world);

  const told = mailsTo(world, 'admin@acme.example').filter(({ text }) => text.includes('tampered'));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('the lease “limits”');
  expect(told[0]?.text.replaceAll(/\s+/gu, ' ')).toContain('fence is "-1", expiresAtMs is "4070908800000"');
});

test('a watcher whose own lease was set to 2099 goes on within a quarter of an hour', async () => {
  const world = aControlsWorld();
  const rows = new Map<string, Readonly<Record<string, unknown>>>([['controls', { ...limits, name: 'controls' }]]);
  Object.assign(world.stores, { leases: memoryLeaseStore(rows), runs: memoryRunStore(rows, world.clock) });

  const seen = [await watch(world), await watchLater(world), await watchLater(world), await watchLater(world)];

  expect(seen.map(({ outcome }) => outcome.status)).toEqual(['held', 'held', 'held', 'complete']);
});
