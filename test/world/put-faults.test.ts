import { expect, test } from 'vitest';

import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { checkInvariants } from './check-invariants.ts';
import { endStateOf, lastingPart } from './end-state.ts';
import { anEnforcementWorld, instantOf, invoke, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import type { PutFault } from './model-platform.ts';
import { largeOrganization } from './scenarios.ts';

const night = '2026-01-16';
const again = { runId: 'night-again', at: '2026-01-16T03:30:00Z' };
const organization = { ...largeOrganization(130), isEnforced: false };

const faults: readonly PutFault[] = [
  { kind: 'applied-then-silent' },
  { kind: 'half-applied-then-silent' },
  { kind: 'silent' },
  { kind: 'key-refused' },
  { kind: 'row-errors', emails: ['person-3@acme.example', 'person-120@acme.example'] },
  { kind: 'rows-missing', emails: ['person-3@acme.example', 'person-120@acme.example'] },
];

test.for(faults.flatMap((fault) => [0, 1].map((index) => ({ fault, index, kind: fault.kind }))))(
  'PUT $index meets $kind, and the next run of the night leaves what no fault would have left',
  async ({ fault, index }) => {
    const undisturbed = anEnforcementWorld(organization);
    await runEnforcement(undisturbed, night);
    const world = anEnforcementWorld(organization);
    world.platform.putFaults.push(...Array.from({ length: index }, () => undefined), fault);

    const first = await runEnforcement(world, night);
    const violationsAfterFirst = await checkInvariants(world, 'any');
    await adopt(world);

    expect(violationsAfterFirst).toEqual([]);
    expect(first.outcome.status === 'complete').toBe(fault.kind === 'row-errors');
    expect(await checkInvariants(world, 'settled')).toEqual([]);
    expect(lastingPart(await endStateOf(world))).toEqual(lastingPart(await endStateOf(undisturbed)));
  },
);

test('a platform that never answers a PUT is given up after three, and the run says that it failed', async () => {
  const world = anEnforcementWorld({ ...largeOrganization(430), isEnforced: false });
  world.platform.putFaults.push(...Array.from({ length: 50 }, (): PutFault => ({ kind: 'silent' })));

  const { outcome } = await runEnforcement(world, night);

  expect(world.platform.puts).toHaveLength(3);
  expect(outcome).toMatchObject({ status: 'failed', isUnfinished: true, capsChanged: 0 });
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('one row for which the platform refuses the whole PUT is found, and all others go through', async () => {
  const world = anEnforcementWorld(organization);
  world.platform.poisonous.add('person-77@acme.example');

  const { outcome } = await runEnforcement(world, night);

  expect(outcome).toMatchObject({ status: 'partial', capsChanged: 129, capsFailed: 1 });
  expect(world.platform.limitOf('person-77@acme.example')).toBeUndefined();
  expect(world.platform.limitOf('person-78@acme.example')).toBe(5_000);
  expect(world.platform.puts.length).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(100)));
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a row that fails is tried once more in the run, once a run after that, and counted once a night', async () => {
  const world = anEnforcementWorld(organization);
  world.platform.brokenRows.add('person-7@acme.example');

  await runEnforcement(world, night);
  const triesInFirst = triesFor(world, 'person-7@acme.example');
  world.clock.moveTo(Date.parse(again.at));
  await invoke(world, { ...again, onlyIfUnfinished: false });
  await runEnforcement(world, '2026-01-17');
  await runEnforcement(world, '2026-01-18');

  const record = (await world.stores.limits.list()).find(({ userId }) => userId === 'u-0007');
  expect(triesInFirst).toBe(2);
  expect(record?.failure).toMatchObject({ nights: 3, lastNight: '2026-01-18' });
  expect(record?.confirmed).toBeUndefined();
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a run that comes to the end of its time in the middle of the PUTs stops, and the next one goes on from there', async () => {
  const world = anEnforcementWorld({ ...largeOrganization(330), isEnforced: false });
  const slow = (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    limitWriter: {
      async setLimits(entries) {
        world.clock.moveBy(60_000);
        return ports.limitWriter.setLimits(entries);
      },
    },
  });
  world.clock.moveTo(instantOf(night));

  const first = await invoke(world, { runId: 'night-slow', at: night, alter: slow, stopAfterMs: 90_000 });
  await adopt(world);

  expect(first.outcome).toMatchObject({ status: 'partial', capsChanged: 200, isUnfinished: true });
  expect(world.platform.puts.map((put) => put.entries.length)).toEqual([100, 100, 100, 30]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

async function adopt(world: EnforcementWorld): Promise<void> {
  world.clock.moveTo(again.at);
  await invoke(world, again);
}

function triesFor(world: EnforcementWorld, email: string): number {
  return world.platform.puts.filter((put) => put.entries.some((entry) => entry.email === email)).length;
}
