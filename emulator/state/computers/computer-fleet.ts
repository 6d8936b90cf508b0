import { z } from 'zod';
import type { World } from '../../api/world.ts';
import { HISTORY_START_DAY, DAY_MS } from '../day.ts';
import { randomUuid } from '../random-uuid.ts';
import { randomOf } from '../random.ts';
import type { Computer, ComputerRecord, Fate } from './computer.ts';
import type { CreateComputer } from './computer-request.ts';
import { computerAt } from './computer-view.ts';
import { generatedFleet } from './generated-fleet.ts';
import { machineReadyAtMs, stepsAt } from './provisioning.ts';

/** What came of a creation. */
export type Creation =
  | { readonly kind: 'created'; readonly computer: Computer }
  | { readonly kind: 'refused'; readonly reason: 'name-taken' | 'fleet-full' };

/** The computers of the emulated organization, as of the clock's now. */
export interface ComputerFleet {
  /** Oldest first. */
  list(): readonly Computer[];
  findByName(name: string): Computer | undefined;
  /** Names are unique, letter case counts. */
  create(request: CreateComputer): Creation;
  /** Runs install-deps again. Undefined for an unknown id. */
  retryInstallDeps(computerId: string): Computer | undefined;
}

/** How many computers one emulator holds. */
export const computersMax = 5_000;
const retriesKeptMax = 100;

const Slice = z.object({
  created: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      providerType: z.enum(['byom', 'e2b']),
      createdAtMs: z.number(),
      fate: z.enum(['smooth', 'recovers', 'fails', 'hangs']),
      repoCount: z.number(),
      installsDeps: z.boolean(),
      hostId: z.string().optional(),
      remoteUser: z.string().optional(),
      ownerPrincipalKind: z.string(),
      ownerId: z.string(),
      retriedAtMs: z.array(z.number()),
    }),
  ),
  retries: z.record(z.string(), z.array(z.number())),
});

/** In an empty world there are only the computers that were created. */
export function computerFleet(world: World): ComputerFleet {
  let { created, retries }: Slice = Slice.parse(world.saved.load('computers') ?? { created: [], retries: {} });
  const ownerIds = world.organization.usersAt(HISTORY_START_DAY * DAY_MS).map(({ id }) => id);
  const generated = world.empty ? [] : generatedFleet(world.seed, ownerIds);

  const records = (): readonly ComputerRecord[] =>
    [...generated, ...created]
      .filter(({ createdAtMs }) => createdAtMs <= world.clock.now())
      .map((record) => ({ ...record, retriedAtMs: retries[record.id] ?? [] }));
  const view = (record: ComputerRecord): Computer => computerAt(record, world.clock.now());
  const save = (): void => world.saved.save('computers', { created, retries });
  const find = (matches: (record: ComputerRecord) => boolean): Computer | undefined => {
    const record = records().find(matches);
    return record === undefined ? undefined : view(record);
  };

  return {
    list: () => records().map(view),
    findByName: (name) => find((record) => record.name === name),
    create(request) {
      if ([...generated, ...created].some(({ name }) => name === request.name)) {
        return { kind: 'refused', reason: 'name-taken' };
      }
      if (generated.length + created.length >= computersMax) {
        return { kind: 'refused', reason: 'fleet-full' };
      }
      const record = recordOf(request, { seed: world.seed, number: created.length, nowMs: world.clock.now() });
      created = [...created, record];
      save();
      return { kind: 'created', computer: view(record) };
    },
    retryInstallDeps(computerId) {
      const record = records().find(({ id }) => id === computerId);
      if (record !== undefined && acceptsRetry(record, world.clock.now())) {
        retries = { ...retries, [computerId]: [...record.retriedAtMs, world.clock.now()].slice(-retriesKeptMax) };
        save();
      }
      return find(({ id }) => id === computerId);
    },
  };
}

type Slice = {
  readonly created: readonly ComputerRecord[];
  readonly retries: Readonly<Record<string, readonly number[]>>;
};

/** A retry while the machine is not ready, or while a run is in progress, is accepted and changes nothing. */
function acceptsRetry(record: ComputerRecord, nowMs: number): boolean {
  return machineReadyAtMs(record) <= nowMs && stepsAt(record, nowMs).every(({ status }) => status !== 'running');
}

function recordOf(request: CreateComputer, at: { seed: number; number: number; nowMs: number }): ComputerRecord {
  const random = randomOf(at.seed, 'created-computer', at.number, request.name);
  const serviceAccountId = request.serviceAccountId;
  return {
    id: randomUuid(random),
    name: request.name,
    providerType: request.provider ?? 'e2b',
    createdAtMs: at.nowMs,
    fate: fateOf(request, random.chance(1 / 8)),
    repoCount: request.repos?.length ?? 0,
    installsDeps: request.autoInstallDeps ?? false,
    hostId: request.hostId,
    remoteUser: request.remoteUser,
    ownerPrincipalKind: serviceAccountId === undefined ? 'user' : 'service_account',
    ownerId: serviceAccountId ?? 'key-holder',
    retriedAtMs: [],
  };
}

const fateByPrefix: ReadonlyMap<string, Fate> = new Map([
  ['flaky', 'recovers'],
  ['broken', 'fails'],
  ['stuck', 'hangs'],
]);

/** The start of a name chooses the fate; otherwise one in eight of those that install dependencies needs a retry. */
function fateOf({ name, autoInstallDeps }: CreateComputer, unlucky: boolean): Fate {
  const [prefix = ''] = name.split('-');
  return fateByPrefix.get(prefix) ?? (autoInstallDeps === true && unlucky ? 'recovers' : 'smooth');
}
