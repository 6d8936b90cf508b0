import { z } from 'zod';
import type { CoreWorld } from '../../api/core-world.ts';
import type { Member } from '../member.ts';
import { randomUuid } from '../random-uuid.ts';
import { randomOf } from '../random.ts';
import { type Computer, type ComputerRecord, type Fate, fates, stepNames } from './computer.ts';
import type { CreateComputer } from './computer-request.ts';
import { computerAt } from './computer-view.ts';
import { firstOwnerIds, fleetComputerIds, generatedFleet, workstations } from './generated-fleet.ts';
import { machineReadyAtMs, stepsAt } from './provisioning.ts';

/** What came of a creation. */
export type Creation =
  | { readonly kind: 'created'; readonly computer: Computer }
  | { readonly kind: 'refused'; readonly reason: 'name-taken' | 'fleet-full' };

/** What may be said of a computer over the side channel; what is absent stays as it is, or is as with a usual one. */
export type PlantedComputer = Pick<ComputerRecord, 'name'> &
  Partial<
    Pick<
      ComputerRecord,
      'providerType' | 'createdAtMs' | 'fate' | 'step' | 'retriesNeeded' | 'repoCount' | 'installsDeps' | 'ownerId'
    >
  >;

/** The computers of the emulated organization, as of the clock's now. */
export interface ComputerFleet {
  /** Those of the organization, of its people, and created ones, each from the oldest. */
  list(): readonly Computer[];
  findByName(name: string): Computer | undefined;
  /** Names are unique, letter case counts. */
  create(request: CreateComputer): Creation;
  /** Runs install-deps again. Undefined for an unknown id. */
  retryInstallDeps(computerId: string): Computer | undefined;
  /** Adds a computer, or provisions the one with this name anew. Undefined when there are too many. */
  plant(computer: PlantedComputer): Computer | undefined;
  /** False when no computer has the name. */
  remove(name: string): boolean;
  /** The computer that a session runs on: mostly its owner's own, rarely a shared one. */
  readonly computerOfSession: (owner: Member, label: string) => string | undefined;
}

/** How many computers can be created or planted. */
export const computersMax = 5_000;
const retriesKeptMax = 100;

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
const Slice = z.object({
  created: z.array(Stored),
  retries: z.record(z.string(), z.array(z.number())),
  removed: z.array(z.string()).default([]),
});

/** In an empty world there are only the computers that were created. */
export function computerFleet(world: CoreWorld): ComputerFleet {
  const stored = Slice.parse(world.saved.load('computers') ?? { created: [], retries: {} });
  const created = new Map<string, ComputerRecord>(stored.created.map((record) => [record.id, record]));
  const retries = new Map<string, readonly number[]>(Object.entries(stored.retries));
  const removed = new Set(stored.removed);
  const generated = generatedOnce(world);

  const known = (): readonly ComputerRecord[] =>
    // A generated one that was planted anew is among the created ones, in the place it had.
    [...new Map([...generated(), ...created]).values()].filter(({ id }) => !removed.has(id));
  const records = (): readonly ComputerRecord[] =>
    known()
      .filter(({ createdAtMs }) => createdAtMs <= world.clock.now())
      .map((record) => ({ ...record, retriedAtMs: retries.get(record.id) ?? [] }));
  const view = (record: ComputerRecord): Computer => computerAt(record, world.clock.now());
  const find = (matches: (record: ComputerRecord) => boolean): ComputerRecord | undefined => records().find(matches);
  let revision = 0;
  const save = (): void => {
    revision += 1;
    world.saved.save('computers', {
      created: [...created.values()],
      retries: Object.fromEntries(retries),
      removed: [...removed],
    });
  };
  const put = (record: ComputerRecord): Computer => {
    created.set(record.id, record);
    save();
    return view({ ...record, retriedAtMs: retries.get(record.id) ?? [] });
  };
  const at = (): Creating => ({ seed: world.seed, number: created.size + removed.size, nowMs: world.clock.now() });

  return {
    list: () => records().map(view),
    findByName: (name) =>
      mapped(
        find((record) => record.name === name),
        view,
      ),
    create(request) {
      if (known().some(({ name }) => name === request.name)) {
        return { kind: 'refused', reason: 'name-taken' };
      }
      return created.size >= computersMax
        ? { kind: 'refused', reason: 'fleet-full' }
        : { kind: 'created', computer: put(recordOf(request, at())) };
    },
    retryInstallDeps(computerId) {
      const record = find(({ id }) => id === computerId);
      if (record !== undefined && acceptsRetry(record, world.clock.now())) {
        retries.set(computerId, [...record.retriedAtMs, world.clock.now()].slice(-retriesKeptMax));
        save();
      }
      return mapped(
        find(({ id }) => id === computerId),
        view,
      );
    },
    plant(computer) {
      const before = find(({ name }) => name === computer.name);
      if (before === undefined && created.size >= computersMax) {
        return undefined;
      }
      retries.delete(before?.id ?? '');
      return put(plantedRecord(before ?? recordOf({ name: computer.name }, at()), computer, world.clock.now()));
    },
    remove(name) {
      const record = find((one) => one.name === name);
      if (record !== undefined) {
        removed.add(record.id);
        save();
      }
      return record !== undefined;
    },
    computerOfSession: sessionComputers(world, { known, revision: () => revision }),
  };
}

/** Drawn when it is first needed: most who start an emulator never ask for a computer. */
function generatedOnce(world: CoreWorld): () => ReadonlyMap<string, ComputerRecord> {
  let drawn: ReadonlyMap<string, ComputerRecord> | undefined;
  return () => {
    const records = (): readonly ComputerRecord[] =>
      world.empty ? [] : [...generatedFleet(world.seed, firstOwnerIds(world)), ...workstations(world)];
    return (drawn ??= new Map(records().map((record) => [record.id, record])));
  };
}

const ownComputerChance = 0.85;
const sharedComputerChance = 0.1;

function sessionComputers(
  world: CoreWorld,
  fleet: { known(): readonly ComputerRecord[]; revision(): number },
): ComputerFleet['computerOfSession'] {
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

/** A retry while the machine is not ready, or while a run is in progress, is accepted and changes nothing. */
function acceptsRetry(record: ComputerRecord, nowMs: number): boolean {
  return machineReadyAtMs(record) <= nowMs && stepsAt(record, nowMs).every(({ status }) => status !== 'running');
}

interface Creating {
  readonly seed: number;
  readonly number: number;
  readonly nowMs: number;
}

function recordOf(request: CreateComputer, at: Creating): ComputerRecord {
  const random = randomOf(at.seed, 'created-computer', at.number, request.name);
  const serviceAccountId = request.serviceAccountId;
  return {
    id: randomUuid(random),
    name: request.name,
    providerType: request.provider ?? 'e2b',
    createdAtMs: at.nowMs,
    ...fateOf(request, random.chance(1 / 8)),
    repoCount: request.repos?.length ?? 0,
    installsDeps: request.autoInstallDeps ?? false,
    hostId: request.hostId,
    remoteUser: request.remoteUser,
    ownerPrincipalKind: serviceAccountId === undefined ? 'user' : 'service_account',
    ownerId: serviceAccountId ?? 'key-holder',
    retriedAtMs: [],
  };
}

/** Provisioned as it is posted, from its creation when that is posted, else from now on. */
function plantedRecord(before: ComputerRecord, planted: PlantedComputer, nowMs: number): ComputerRecord {
  return {
    ...before,
    fate: 'smooth',
    step: undefined,
    retriesNeeded: undefined,
    ...planted,
    ...(planted.ownerId === undefined ? {} : { ownerPrincipalKind: 'user' }),
    provisionedAtMs: planted.createdAtMs ?? nowMs,
    retriedAtMs: [],
  };
}

type FateOfRecord = Pick<ComputerRecord, 'fate' | 'step' | 'retriesNeeded'>;

const fateByPrefix: ReadonlyMap<string, FateOfRecord> = new Map<string, FateOfRecord>([
  ['flaky', { fate: 'recovers' }],
  ['stubborn', { fate: 'recovers', retriesNeeded: 3 }],
  ['broken', { fate: 'fails' }],
  ['dead', { fate: 'fails', step: 'start-relay' }],
  ['stuck', { fate: 'hangs' }],
  ['slow', { fate: 'slow' }],
]);

/** The start of a name chooses the fate; otherwise one in eight of those that install dependencies needs a retry. */
function fateOf({ name, autoInstallDeps }: CreateComputer, unlucky: boolean): FateOfRecord {
  const [prefix = ''] = name.split('-');
  const usual: Fate = autoInstallDeps === true && unlucky ? 'recovers' : 'smooth';
  return fateByPrefix.get(prefix) ?? { fate: usual };
}

function mapped<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}
