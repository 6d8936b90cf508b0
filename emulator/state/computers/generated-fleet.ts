import type { World } from '../../api/world.ts';
import { HISTORY_START_DAY, DAY_MS } from '../day.ts';
import { isPresent, type Member } from '../members/member.ts';
import { randomUuid, randomOf } from '../random.ts';
import type { ComputerRecord, Fate } from './computer.ts';

// The document shows no way to list computers, so the names are fixed: whoever tries the emulator can know them.
const fleet: readonly { readonly name: string; readonly fate: Fate; readonly providerType: 'byom' | 'e2b' }[] = [
  { name: 'builder-01', fate: 'smooth', providerType: 'e2b' },
  { name: 'builder-02', fate: 'smooth', providerType: 'e2b' },
  { name: 'builder-03', fate: 'recovers', providerType: 'e2b' },
  { name: 'builder-04', fate: 'fails', providerType: 'e2b' },
  { name: 'builder-05', fate: 'hangs', providerType: 'e2b' },
  { name: 'lab bench / 北', fate: 'smooth', providerType: 'byom' },
  { name: 'workstation-7', fate: 'smooth', providerType: 'byom' },
  { name: 'nightly', fate: 'smooth', providerType: 'e2b' },
];

/** The ids of the generated computers, in the order of the fleet. */
export function fleetComputerIds(seed: number): readonly string[] {
  return fleet.map((_, index) => randomUuid(randomOf(seed, 'computer', index)));
}

/** The computers that the organization has had since its first days: in every state, each for its own reason. */
export function generatedFleet(seed: number, ownerIds: readonly string[]): readonly ComputerRecord[] {
  const ids = fleetComputerIds(seed);
  return fleet.map(({ name, fate, providerType }, index) => {
    const random = randomOf(seed, 'computer-record', index);
    const ownedByService = ownerIds.length === 0 || random.chance(0.3);
    return {
      id: ids[index] ?? name,
      name,
      providerType,
      createdAtMs: (HISTORY_START_DAY + index) * DAY_MS + random.integer(7 * 3_600, 17 * 3_600) * 1_000,
      fate,
      repoCount: providerType === 'e2b' ? random.integer(1, 4) : 0,
      installsDeps: providerType === 'e2b',
      ...(providerType === 'byom' ? { hostId: randomUuid(random), remoteUser: 'agent' } : {}),
      ownerPrincipalKind: ownedByService ? 'service_account' : 'user',
      ownerId: ownedByService ? 'svc-computers' : random.pick(ownerIds),
      retriedAtMs: [],
    };
  });
}

/** Who may own a shared computer: the roster of the first day. */
export function firstOwnerIds({ organization }: Pick<World, 'organization'>): readonly string[] {
  return organization
    .members()
    .filter((member) => member.listed && isPresent(member, HISTORY_START_DAY * DAY_MS))
    .map(({ id }) => id);
}

const workstationShare = 0.3;
const workstationsMax = 1_000;
const nameLengthMax = 63;
const settlingInMs = 3_600_000;

/** The computers that belong to one person each: three in ten people have one, in a large organization fewer. */
export function workstations({ seed, size, organization, empty }: World): readonly ComputerRecord[] {
  const share = Math.min(workstationShare, workstationsMax / size);
  const owners = empty
    ? []
    : organization
        .members()
        .filter(
          ({ label, listed }) => listed && typeof label === 'number' && randomOf(seed, 'desk', label).chance(share),
        );
  return owners.slice(0, workstationsMax).map((owner) => workstationOf(seed, owner));
}

function workstationOf(seed: number, { id, email, label, stays }: Member): ComputerRecord {
  const random = randomOf(seed, 'workstation', label);
  const [localPart = ''] = email.toLowerCase().split('@');
  const joinedMs = Math.max(stays[0]?.fromMs ?? 0, HISTORY_START_DAY * DAY_MS);
  return {
    id: randomUuid(random),
    name: `ws-${localPart}`.slice(0, nameLengthMax),
    providerType: 'byom',
    createdAtMs: joinedMs + settlingInMs,
    fate: 'smooth',
    repoCount: 0,
    installsDeps: false,
    hostId: randomUuid(random),
    remoteUser: localPart.slice(0, nameLengthMax),
    ownerPrincipalKind: 'user',
    ownerId: id,
    retriedAtMs: [],
  };
}
