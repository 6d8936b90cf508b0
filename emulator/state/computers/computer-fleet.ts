import type { World } from '../../api/world.ts';
import type { Member } from '../members/member.ts';
import { randomUuid, randomOf } from '../random.ts';
import type { Computer, ComputerRecord, Fate, CreateComputer } from './computer.ts';
import { fleetRecords, sessionComputers } from './fleet-records.ts';
import { computerAt, machineReadyAtMs, stepsAt } from './provisioning.ts';

type Creation =
  | { readonly kind: 'created'; readonly computer: Computer }
  | { readonly kind: 'refused'; readonly reason: 'name-taken' | 'fleet-full' };

/** A computer of the side channel; absent fields stay, or get usual values. */
type PlantedComputer = Pick<ComputerRecord, 'name'> &
  Partial<
    Pick<
      ComputerRecord,
      'providerType' | 'createdAtMs' | 'fate' | 'step' | 'retriesNeeded' | 'repoCount' | 'installsDeps' | 'ownerId'
    >
  >;

export interface ComputerFleet {
  /** The organization's, people's, and created ones, each oldest first. */
  list(): readonly Computer[];
  findByName(name: string): Computer | undefined;
  /** Names are unique and case-sensitive. */
  create(request: CreateComputer): Creation;
  /** Undefined for an unknown id. */
  retryInstallDeps(computerId: string): Computer | undefined;
  /** Adds a computer, or provisions the one of this name again. Undefined when there are too many. */
  plant(computer: PlantedComputer): Computer | undefined;
  remove(name: string): boolean;
  /** A session's computer: mostly its owner's, rarely a shared one. */
  readonly computerOfSession: (owner: Member, label: string) => string | undefined;
}

export const computersMax = 5_000;
const retriesKeptMax = 100;

/** An empty world has only created computers. */
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

/** A retry before the machine is ready, or during a run, is accepted without effect. */
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

/** A name's prefix chooses the fate; otherwise one in eight with install-deps needs a retry. */
function fateOf({ name, autoInstallDeps }: CreateComputer, unlucky: boolean): FateOfRecord {
  const [prefix = ''] = name.split('-');
  const usual: Fate = autoInstallDeps === true && unlucky ? 'recovers' : 'smooth';
  return fateByPrefix.get(prefix) ?? { fate: usual };
}
