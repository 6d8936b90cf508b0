import { HISTORY_START_DAY, DAY_MS } from '../day.ts';
import { randomUuid } from '../random-uuid.ts';
import { randomOf } from '../random.ts';
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
