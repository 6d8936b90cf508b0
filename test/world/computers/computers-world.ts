import { fleetRecord } from '../../../shared/computers/contract/fleet-entry.ts';
import { fleetKind, type FleetEntry } from '../../../shared/computers/fleet-entry.ts';
import type { SeenComputer } from '../../../shared/computers/seen-computer.ts';
import type { ComputerPorts, ComputerSettings } from '../../../shared/computers/use-cases/computers-work.ts';
import { watchComputers } from '../../../shared/computers/use-cases/watch-computers.ts';
import { memoryRecordStore } from '../../../shared/kernel/records/store/memory-record-store.ts';
import { editRecord } from '../../../shared/kernel/records/use-cases/edit-record.ts';
import { memoryComputerStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { aroundPorts, type Around } from '../around-ports.ts';
import { hourMs, minuteMs, virtualClock, type VirtualClock } from '../virtual-clock.ts';
import { audience, watcherStores, type WatcherEnd } from '../watcher-stores.ts';

/** A platform with computers, and all that was asked of it. */
interface ModelComputers {
  readonly computers: Map<string, SeenComputer>;
  /** Names that were created, in order. */
  readonly created: string[];
  /** `name run` for each run of the installation that somebody started again. */
  readonly retried: string[];
  /** Of a new computer so many runs of the installation fail. */
  failures: number;
  sessions: { readonly sessionId: string; readonly computerId?: string }[];
}

export interface ComputersWorld {
  readonly clock: VirtualClock;
  readonly platform: ModelComputers;
  readonly ports: ComputerPorts & { readonly store: ReturnType<typeof memoryComputerStore> };
  settings: ComputerSettings;
  runs: number;
}

const startMs = Date.parse('2026-03-02T08:00:00Z');

/** A world whose list names some computers. */
export async function aComputersWorld(names: readonly string[]): Promise<ComputersWorld> {
  const clock = virtualClock(startMs);
  const platform: ModelComputers = { computers: new Map(), created: [], retried: [], failures: 0, sessions: [] };
  const stores = watcherStores();
  const fleet = memoryRecordStore(stores.journal, fleetRecord);
  const ports = { clock, ...stores, fleet, store: memoryComputerStore(), ...modelPorts(platform, clock) };
  for (const name of names) {
    const after: FleetEntry = { name, repositories: [], installDeps: true, owner: 'ann@acme.example' };
    await editRecord(
      { kind: fleetKind, store: fleet, ids: stores.ids },
      { kind: 'add', after },
      { name: 'ann', at: isoOf(startMs), way: 'command' },
    );
  }
  const { computers } = Settings.parse({});
  return { clock, platform, ports, settings: { ...audience, computers: { ...computers, actions: 'act' } }, runs: 0 };
}

/** Runs the watcher at the present moment of the world's clock. */
export async function watch(
  world: ComputersWorld,
  {
    around,
    dryRun = false,
    runId,
  }: { readonly around?: Around; readonly dryRun?: boolean; readonly runId?: string } = {},
): Promise<WatcherEnd> {
  world.runs += 1;
  const { clock, ports, settings } = world;
  const order = {
    runId: runId ?? `computers-${world.runs}`,
    atMs: clock.now(),
    dryRun,
    stopAtMs: clock.now() + hourMs,
  };
  return watchComputers(around === undefined ? ports : aroundPorts(ports, around), settings, order);
}

/** So many runs, a quarter of an hour apart. */
export async function watchOn(world: ComputersWorld, runs: number): Promise<readonly WatcherEnd[]> {
  const ends: WatcherEnd[] = [];
  for (let run = 0; run < runs; run += 1) {
    world.clock.moveBy(15 * minuteMs);
    ends.push(await watch(world));
  }
  return ends;
}

function modelPorts(platform: ModelComputers, clock: VirtualClock): Pick<ComputerPorts, 'computers' | 'sessions'> {
  const installOf = (run: number) => {
    const failed = run <= platform.failures;
    const completedAtMs = clock.now() + run;
    const step = {
      name: 'install-deps',
      word: failed ? 'failed' : 'done',
      startedAtMs: completedAtMs - 1,
      completedAtMs,
    };
    return { ...step, installSessionId: `run ${run}`, ...(failed && { error: 'exit code 1' }) };
  };
  const withRun = (computer: SeenComputer, run: number): SeenComputer => ({
    ...computer,
    status: run <= platform.failures ? 'error' : 'active',
    steps: [installOf(run)],
  });
  return {
    computers: {
      async find(name) {
        const computer = platform.computers.get(name);
        return computer === undefined ? { kind: 'absent' } : { kind: 'found', computer };
      },
      async create(name) {
        platform.created.push(name);
        const id = `id of ${name} ${platform.created.length}`;
        const computer = withRun({ id, name, provider: 'e2b', createdAtMs: clock.now() }, 1);
        platform.computers.set(name, computer);
        return { kind: 'done', computer };
      },
      async retryInstall(computerId) {
        const found = [...platform.computers.values()].find(({ id }) => id === computerId);
        if (found === undefined) {
          return { kind: 'failed', problem: 'not found' };
        }
        const [step] = found.steps ?? [];
        const run = Number(step?.installSessionId?.slice('run '.length));
        platform.retried.push(`${found.name} ${run}`);
        const computer = withRun(found, run + 1);
        platform.computers.set(found.name, computer);
        return { kind: 'done', computer };
      },
    },
    sessions: {
      async *pages() {
        const sessions = platform.sessions.map((session) => ({
          createdAtMs: startMs,
          updatedAtMs: startMs,
          messageCount: 1,
          childIds: [],
          ...session,
        }));
        yield Promise.resolve({ sessions, unreadable: 0, repeated: 0 });
      },
    },
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
