import { describe, expect, test } from 'vitest';

import { computerFleet } from '../../../../emulator/state/computers/computer-fleet.ts';
import { fleetComputerIds } from '../../../../emulator/state/computers/fleet-records.ts';
import { aWholeWorld, memorySlices } from '../../../support/emulator-world.ts';

const now = '2026-03-15T10:00:00Z';
const minuteMs = 60_000;

/** A fleet with one created computer, and a way to let minutes pass. */
function created(name: string, autoInstallDeps = true) {
  const world = aWholeWorld({ now });
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
    const once = computerFleet(aWholeWorld({ now })).list();

    const again = computerFleet(aWholeWorld({ now })).list();

    expect(again).toEqual(once);
    expect(once.slice(0, 8).map(({ id }) => id)).toEqual(fleetComputerIds(7));
  });

  test('has computers in every state', () => {
    const fleet = computerFleet(aWholeWorld({ now })).list();

    expect(new Set(fleet.map(({ status }) => status))).toEqual(new Set(['active', 'error', 'provisioning']));
    expect(new Set(fleet.map(({ providerType }) => providerType))).toEqual(new Set(['byom', 'e2b']));
  });

  test('gives some people a computer of their own, and their sessions run there', () => {
    const world = aWholeWorld({ now, users: 250 });
    const fleet = computerFleet(world);
    const owned = fleet.list().filter(({ name }) => name.startsWith('ws-'));
    const [computer] = owned;
    const owner = world.organization.findById(computer?.ownerId ?? '');

    const places = Array.from({ length: 40 }, (_, index) =>
      owner === undefined ? undefined : fleet.computerOfSession(owner, String(index)),
    );

    expect(owned.length).toBeGreaterThan(40);
    expect(new Set(owned.map(({ name }) => name)).size).toBe(owned.length);
    expect(computer).toMatchObject({ ownerPrincipalKind: 'user', status: 'active', providerType: 'byom' });
    expect(places.filter((id) => id === computer?.id).length).toBeGreaterThan(25);
  });

  test('is left out of an empty world', () => {
    expect(computerFleet(aWholeWorld({ now, empty: true })).list()).toEqual([]);
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

  test('named stubborn recovers after three retries', () => {
    const { fleet, id, state, pass } = created('stubborn-1');
    pass(3);

    const seen = Array.from({ length: 3 }, () => {
      fleet.retryInstallDeps(id);
      pass(2);
      return state()?.status;
    });

    expect(seen).toEqual(['error', 'error', 'active']);
  });

  test('named dead fails at a step that no retry reaches', () => {
    const { fleet, id, state, pass } = created('dead-1');
    pass(3);
    fleet.retryInstallDeps(id);
    pass(3);

    expect(state()?.status).toBe('error');
    expect(state()?.provisioningSteps.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'create-machine completed',
      'start-relay failed',
      'clone-repos pending',
      'install-deps pending',
    ]);
  });

  test('named slow takes half an hour', () => {
    const { state, pass } = created('slow-1');
    pass(15);
    const halfway = state()?.status;
    pass(20);

    expect([halfway, state()?.status]).toEqual(['provisioning', 'active']);
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

  test('can be planted at any step, provisioned again and taken away', () => {
    const world = aWholeWorld({ now });
    const fleet = computerFleet(world);
    const pass = (minutes: number) => world.clock.moveTo(world.clock.now() + minutes * minuteMs);

    const hanging = fleet.plant({ name: 'planted', fate: 'hangs', step: 'install-deps', installsDeps: true });
    pass(60);
    const later = fleet.findByName('planted');
    const again = fleet.plant({ name: 'planted', fate: 'smooth' });
    pass(3);
    const healed = fleet.findByName('planted');
    const broken = fleet.plant({ name: 'builder-01', fate: 'fails', step: 'create-machine' });
    pass(3);

    expect(later?.provisioningSteps.at(-1)).toMatchObject({ name: 'install-deps', status: 'running' });
    expect(again).toMatchObject({ id: hanging?.id, createdAt: hanging?.createdAt, status: 'provisioning' });
    expect(healed?.status).toBe('active');
    expect(fleet.findByName('builder-01')).toMatchObject({ id: broken?.id, status: 'error' });
    expect([fleet.remove('builder-01'), fleet.findByName('builder-01'), fleet.remove('builder-01')]).toEqual([
      true,
      undefined,
      false,
    ]);
  });

  test('outlives a restart with its retries', () => {
    const saved = memorySlices();
    const world = aWholeWorld({ now, saved });
    const fleet = computerFleet(world);
    const creation = fleet.create({ name: 'flaky-2', autoInstallDeps: true, hostId: 'h' });
    world.clock.moveTo(world.clock.now() + 3 * minuteMs);
    fleet.retryInstallDeps(creation.kind === 'created' ? creation.computer.id : '');

    const again = computerFleet(aWholeWorld({ now: new Date(world.clock.now()).toISOString(), saved }));

    expect(again.findByName('flaky-2')).toEqual(fleet.findByName('flaky-2'));
  });
});
