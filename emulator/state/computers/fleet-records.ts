import { z } from 'zod';

import type { World } from '../../api/world.ts';
import type { Member } from '../members/member.ts';
import { randomOf } from '../random.ts';
import { type ComputerRecord, fates, stepNames } from './computer.ts';
import { firstOwnerIds, generatedFleet, workstations, fleetComputerIds } from './generated-fleet.ts';

/** What is known of the computers of an organization. */
interface FleetRecords {
  /** Those of the organization, of its people, and created ones, each from the oldest; also those to come. */
  known(): readonly ComputerRecord[];
  /** How many were created or planted, and how often; at most `computersMax`. */
  createdCount(): number;
  /** Moves with every change. */
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

/** The records of a world; the generated ones only where it is not empty. */
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
      // A generated one that has changed is among the created ones, and keeps the place it had.
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

/** Drawn when it is first needed: most who start an emulator never ask for a computer. */
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

/** Names the computer that somebody's session with a label runs on: mostly their own, rarely a shared one. */
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

/** The last of everybody's computers: a generated one that belongs to somebody by chance comes before their own. */
function computersByOwner(records: readonly ComputerRecord[]): ReadonlyMap<string, string> {
  return new Map(
    records.filter(({ ownerPrincipalKind }) => ownerPrincipalKind === 'user').map(({ ownerId, id }) => [ownerId, id]),
  );
}
