import type { World } from '../../api/world.ts';
import type { Member } from '../members/member.ts';
import { randomUuid, randomOf } from '../random.ts';
import type { Computer, ComputerRecord, Fate, CreateComputer } from './computer.ts';
import { fleetRecords, sessionComputers } from './fleet-records.ts';
import { computerAt, machineReadyAtMs, stepsAt } from './provisioning.ts';

/** What came of a creation. */
type Creation =
  | { readonly kind: 'created'; readonly computer: Computer }
  | { readonly kind: 'refused'; readonly reason: 'name-taken' | 'fleet-full' };

/** What may be said of a computer over the side channel; what is absent stays as it is, or is as with a usual one. */
type PlantedComputer = Pick<ComputerRecord, 'name'> &
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
  /** Adds a computer, or provisions the one with this name again. Undefined when there are too many. */
  plant(computer: PlantedComputer): Computer | undefined;
  /** False when no computer has the name. */
  remove(name: string): boolean;
  /** The computer that a session runs on: mostly its owner's own, rarely a shared one. */
  readonly computerOfSession: (owner: Member, label: string) => string | undefined;
}

/** How many computers can be created or planted. */
export const computersMax = 5_000;
const retriesKeptMax = 100;

/** In an empty world there are only the computers that were created. */
export function computerFleet(world: World): ComputerFleet {
  const fleet = fleetRecords(world);
  const nowMs = (): number => world.clock.now();
  const view = (record: ComputerRecord): Computer => computerAt(record, nowMs());
  const records = (): readonly ComputerRecord[] => fleet.known().filter(({ createdAtMs }) => createdAtMs <= nowMs());
  const find = (matches: (record: ComputerRecord) => boolean): ComputerRecord | undefined => records().find(matches);
  const creating = (): Creating => ({ seed: world.seed, number: fleet.createdCount(), nowMs: nowMs() });
  const put = (record: ComputerRecord): Computer => {
    fleet.put(record);
    return view(record);
  };

  return {
    list: () => records().map(view),
    findByName(name) {
      const record = find((one) => one.name === name);
      return record === undefined ? undefined : view(record);
    },
    create(request) {
      if (fleet.known().some(({ name }) => name === request.name)) {
        return { kind: 'refused', reason: 'name-taken' };
      }
      return fleet.createdCount() >= computersMax
        ? { kind: 'refused', reason: 'fleet-full' }
        : { kind: 'created', computer: put(recordOf(request, creating())) };
    },
    retryInstallDeps(computerId) {
      const record = find(({ id }) => id === computerId);
      if (record === undefined || !acceptsRetry(record, nowMs())) {
        return record === undefined ? undefined : view(record);
      }
      return put({ ...record, retriedAtMs: [...record.retriedAtMs, nowMs()].slice(-retriesKeptMax) });
    },
    plant(computer) {
      const before = find(({ name }) => name === computer.name);
      return before === undefined && fleet.createdCount() >= computersMax
        ? undefined
        : put(plantedRecord(before ?? recordOf({ name: computer.name }, creating()), computer, nowMs()));
    },
    remove(name) {
      const record = find((one) => one.name === name);
      if (record !== undefined) {
        fleet.remove(record.id);
      }
      return record !== undefined;
    },
    computerOfSession: sessionComputers(world, fleet),
  };
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
