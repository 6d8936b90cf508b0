import type { World } from '../../api/world.ts';
import { HISTORY_START_DAY, DAY_MS } from '../day.ts';
import { isPresent, type Member } from '../members/member.ts';
import { randomUuid, randomOf } from '../random.ts';
import type { ComputerRecord, Fate } from './computer.ts';

// The document has no list of computers, so fixed names make them known to users of the emulator.
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

/** In fleet order. */
export function fleetComputerIds(seed: number): readonly string[] {
  return fleet.map((_, index) => randomUuid(randomOf(seed, 'computer', index)));
}

/** The organization's initial computers, in every state. */
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

/** Owners of shared computers: the first day's roster. */
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

/** Personal computers: three in ten people have one, fewer in a large organization. */
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
