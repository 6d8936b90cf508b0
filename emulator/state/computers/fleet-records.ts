import { z } from 'zod';

import type { World } from '../../api/world.ts';
import { DAY_MS, HISTORY_START_DAY } from '../clock.ts';
import { isPresent, type Member } from '../members/member.ts';
import { randomOf, randomUuid } from '../random.ts';
import { type ComputerRecord, type Fate, fates, stepNames } from './computer.ts';

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
function generatedFleet(seed: number, ownerIds: readonly string[]): readonly ComputerRecord[] {
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
function firstOwnerIds({ organization }: World): readonly string[] {
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
function workstations({ seed, size, organization, empty }: World): readonly ComputerRecord[] {
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

interface FleetRecords {
  /** The organization's, people's, and created ones, each oldest first; future ones included. */
  known(): readonly ComputerRecord[];
  createdCount(): number;
  revision(): number;
  put(record: ComputerRecord): void;
  remove(computerId: string): void;
}

const Stored = z.object({
  id: z.string(),
  name: z.string(),
  providerType: z.enum(['byom', 'e2b']),
  createdAtMs: z.number(),
  fate: z.enum(fates),
  step: z.enum(stepNames).optional(),
  retriesNeeded: z.number().optional(),
  provisionedAtMs: z.number().optional(),
  repoCount: z.number(),
  installsDeps: z.boolean(),
  hostId: z.string().optional(),
  remoteUser: z.string().optional(),
  ownerPrincipalKind: z.string(),
  ownerId: z.string(),
  retriedAtMs: z.array(z.number()),
});
const Slice = z.object({ created: z.array(Stored), removed: z.array(z.string()).default([]) });

export function fleetRecords(world: World): FleetRecords {
  const stored = Slice.parse(world.saved.load('computers') ?? { created: [] });
  const created = new Map<string, ComputerRecord>(stored.created.map((record) => [record.id, record]));
  const removed = new Set(stored.removed);
  const generated = generatedOnce(world);
  let revision = 0;
  const save = (): void => {
    revision += 1;
    world.saved.save('computers', { created: [...created.values()], removed: [...removed] });
  };
  return {
    known: () =>
      // A changed generated computer is among the created ones and keeps its place.
      [...new Map([...generated(), ...created]).values()].filter(({ id }) => !removed.has(id)),
    createdCount: () => created.size,
    revision: () => revision,
    put(record) {
      created.set(record.id, record);
      save();
    },
    remove(computerId) {
      removed.add(computerId);
      save();
    },
  };
}

/** Generated on first use: most emulators never need computers. */
function generatedOnce(world: World): () => ReadonlyMap<string, ComputerRecord> {
  let drawn: ReadonlyMap<string, ComputerRecord> | undefined;
  return () => {
    const records = (): readonly ComputerRecord[] =>
      world.empty ? [] : [...generatedFleet(world.seed, firstOwnerIds(world)), ...workstations(world)];
    return (drawn ??= new Map(records().map((record) => [record.id, record])));
  };
}

const ownComputerChance = 0.85;
const sharedComputerChance = 0.1;

/** The computer of an owner's session with a label: mostly their own, rarely a shared one. */
export function sessionComputers(
  world: World,
  fleet: FleetRecords,
): (owner: Member, label: string) => string | undefined {
  const sharedIds = world.empty ? [] : fleetComputerIds(world.seed);
  let seen: { readonly revision: number; readonly byOwner: ReadonlyMap<string, string> } | undefined;
  return (owner, label) => {
    if (seen?.revision !== fleet.revision()) {
      seen = { revision: fleet.revision(), byOwner: computersByOwner(fleet.known()) };
    }
    const random = randomOf(world.seed, 'session-computer', label);
    const own = seen.byOwner.get(owner.id);
    if (own !== undefined && random.chance(ownComputerChance)) {
      return own;
    }
    return sharedIds.length > 0 && random.chance(sharedComputerChance) ? random.pick(sharedIds) : undefined;
  };
}

/** A person's last computer: a generated one assigned by chance comes before their own. */
function computersByOwner(records: readonly ComputerRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.filter(({ ownerPrincipalKind }) => ownerPrincipalKind === 'user').map(({ ownerId, id }) => [ownerId, id]),
  );
}
