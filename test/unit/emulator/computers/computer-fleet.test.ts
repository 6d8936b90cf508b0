import { describe, expect, test } from 'vitest';
import { computerFleet } from '../../../../emulator/state/computers/computer-fleet.ts';
import { fleetComputerIds } from '../../../../emulator/state/computers/generated-fleet.ts';
import { aWorld, memorySlices } from '../../../support/emulator-world.ts';

const now = '2026-03-15T10:00:00Z';
const minuteMs = 60_000;

/** A fleet with one created computer, and a way to let minutes pass. */
function created(name: string, autoInstallDeps = true) {
  const world = aWorld({ now });
  const fleet = computerFleet(world);
  const creation = fleet.create({ name, autoInstallDeps, repos: ['https://git.acme.example/a'] });
  const id = creation.kind === 'created' ? creation.computer.id : '';
  return {
    fleet,
    id,
    creation,
    state: () => fleet.findByName(name),
    pass: (minutes: number) => world.clock.moveTo(world.clock.now() + minutes * minuteMs),
  };
}

describe('the generated fleet', () => {
  test('is the same for the same seed, with the ids that sessions name', () => {
    const once = computerFleet(aWorld({ now })).list();

    const again = computerFleet(aWorld({ now })).list();

    expect(again).toEqual(once);
    expect(once.map(({ id }) => id)).toEqual(fleetComputerIds(7));
  });

  test('has computers in every state', () => {
    const fleet = computerFleet(aWorld({ now })).list();

    expect(new Set(fleet.map(({ status }) => status))).toEqual(new Set(['active', 'error', 'provisioning']));
    expect(new Set(fleet.map(({ providerType }) => providerType))).toEqual(new Set(['byom', 'e2b']));
  });

  test('is left out of an empty world', () => {
    expect(computerFleet(aWorld({ now, empty: true })).list()).toEqual([]);
  });
});

describe('a created computer', () => {
  test('is provisioned step by step and active after three minutes', () => {
    const { creation, state, pass } = created('steady', false);

    const atFirst = state();
    pass(3);
    const later = state();

    expect(creation).toEqual({ kind: 'created', computer: atFirst });
    expect(atFirst?.status).toBe('provisioning');
    expect(atFirst?.provisioningSteps.map(({ status }) => status)).toEqual(['running', 'pending', 'pending']);
    expect(later?.status).toBe('active');
    expect(later?.provisioningSteps.every(({ completedAt }) => completedAt !== undefined)).toBe(true);
  });

  test('named flaky fails at install-deps and recovers after one retry', () => {
    const { fleet, id, state, pass } = created('flaky-1');
    pass(3);
    const failed = state();

    const retried = fleet.retryInstallDeps(id);
    pass(1);

    expect(failed?.status).toBe('error');
    expect(failed?.provisioningSteps.at(-1)).toMatchObject({ name: 'install-deps', status: 'failed' });
    expect(failed?.provisioningSteps.at(-1)?.error).toBeDefined();
    expect(retried?.status).toBe('provisioning');
    expect(state()?.status).toBe('active');
  });

  test('named broken fails after every retry', () => {
    const { fleet, id, state, pass } = created('broken-1');

    for (let retry = 0; retry < 3; retry += 1) {
      pass(3);
      expect(state()?.status).toBe('error');
      fleet.retryInstallDeps(id);
    }
  });

  test('named stuck never gets past its relay', () => {
    const { fleet, id, state, pass } = created('stuck-1');
    pass(60 * 24);

    fleet.retryInstallDeps(id);

    expect(state()?.status).toBe('provisioning');
    expect(state()?.provisioningSteps.map(({ status }) => status)).toEqual([
      'completed',
      'running',
      'pending',
      'pending',
    ]);
  });

  test('takes a retry during a run as done: the run goes on', () => {
    const { fleet, id, state, pass } = created('steady');
    pass(1);
    const before = state();

    fleet.retryInstallDeps(id);

    expect(before?.provisioningSteps.at(-1)?.status).toBe('running');
    expect(state()).toEqual(before);
  });

  test('cannot have the name of another one', () => {
    const { fleet } = created('steady');

    expect(fleet.create({ name: 'steady' })).toEqual({ kind: 'refused', reason: 'name-taken' });
    expect(fleet.create({ name: 'builder-01' })).toEqual({ kind: 'refused', reason: 'name-taken' });
    expect(fleet.create({ name: 'constructor' }).kind).toBe('created');
  });

  test('outlives a restart with its retries', () => {
    const saved = memorySlices();
    const world = aWorld({ now, saved });
    const fleet = computerFleet(world);
    const creation = fleet.create({ name: 'flaky-2', autoInstallDeps: true, hostId: 'h' });
    world.clock.moveTo(world.clock.now() + 3 * minuteMs);
    fleet.retryInstallDeps(creation.kind === 'created' ? creation.computer.id : '');

    const again = computerFleet(aWorld({ now: new Date(world.clock.now()).toISOString(), saved }));

    expect(again.findByName('flaky-2')).toEqual(fleet.findByName('flaky-2'));
  });
});
