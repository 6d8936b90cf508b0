import { z } from 'zod';

import type { World } from '../../api/world.ts';
import type { Member } from '../members/member.ts';
import { randomOf } from '../random.ts';
import { type ComputerRecord, fates, stepNames } from './computer.ts';
import { firstOwnerIds, generatedFleet, workstations, fleetComputerIds } from './generated-fleet.ts';

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
  fleet: Pick<FleetRecords, 'known' | 'revision'>,
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
