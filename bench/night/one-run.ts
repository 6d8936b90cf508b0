import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

import { type DurableContext, withDurableExecution } from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, OperationType } from '@aws/durable-execution-sdk-js-testing';

import { localTableNames } from '../../local/storage/create-tables.ts';
import { enforceBudgets } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import type { BudgetStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import { durableSteps } from '../../shared/kernel/runs/aws/durable-steps.ts';
import type { Steps } from '../../shared/kernel/runs/ports.ts';
import { editSuffix, enforceJob, runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { stepsRun } from '../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { type Day, startOfDayMs } from '../../shared/kernel/time/day.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { enforce } from '../../shared/wiring/jobs.ts';
import { countingDynamo } from '../measure/counting-dynamo.ts';
import { cpuSecondsSince } from '../measure/usage.ts';
import { forgetCalls, platformAt } from '../worlds/platform.ts';
import { editsOfNight, nightOfEdits } from './night-kinds.ts';
import { putBudget, putBudgets, putTeams, readEmails } from './organization.ts';
import { type OfProcess, recordingFetch } from './recorded-calls.ts';

/** Where the guard of the promise is: itself, and what makes its facts. */
const guardFolders = ['shared/promise/', 'shared/permits/'];

/** Sampling interval of the stack, in microseconds. */
const intervalUs = 1_000;

/**
 * Does some work, and finds the share of the guard of the promise in what it takes of the thread: how often the stack
 * held a frame of its files, of all times that the thread was not idle.
 */
async function withGuardShare<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly share: number }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: intervalUs });
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { result, share: guardShareIn(profile) };
}

function guardShareIn({ nodes, samples = [] }: Profiler.Profile): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const sources = new Map<string, readonly string[]>();
  const isInGuard = new Map<number, boolean>();
  const isGuard = (id: number): boolean => {
    const known = isInGuard.get(id);
    if (known !== undefined) {
      return known;
    }
    const [node, parent] = [byId.get(id), parents.get(id)];
    const own = node !== undefined && guardFolders.some((folder) => sourceOf(node.callFrame, sources).includes(folder));
    const found = own || (parent !== undefined && isGuard(parent));
    isInGuard.set(id, found);
    return found;
  };
  const busy = samples.filter((id) => !['(idle)', '(program)'].includes(byId.get(id)?.callFrame.functionName ?? ''));
  return busy.filter(isGuard).length / Math.max(1, busy.length);
}

/** The file of a frame; of a bundle, the file that the nearest line above names as its own. */
function sourceOf(
  { url, lineNumber }: Profiler.ProfileNode['callFrame'],
  sources: Map<string, readonly string[]>,
): string {
  if (!url.endsWith('.mjs') || url.includes('/node_modules/') === false) {
    return url;
  }
  const lines = sources.get(url) ?? namedLines(url);
  sources.set(url, lines);
  return lines[lineNumber] ?? url;
}

function namedLines(url: string): readonly string[] {
  let source = url;
  return readFileSync(fileURLToPath(url), 'utf8')
    .split('\n')
    .map((line) => {
      source = /^\/\/ (\S+\.[mc]?[tj]s)$/u.exec(line)?.[1] ?? source;
      return source;
    });
}

interface RanDurably<T> {
  readonly result: T;
  /** Steps, waits and groups; an execution has 3,000 at most. */
  readonly operations: number;
  /** The results of its steps as they are kept; an execution has 100 MB at most. */
  readonly checkpointBytes: number;
  /** The longest step of each kind: one that is broken off is done again, and has to fit into an invocation with room. */
  readonly stepSeconds: Readonly<Record<string, number>>;
}

/** Does work in the steps of a durable execution, on AWS's own runner for tests of such functions. */
async function runDurably<T>(work: (steps: Steps) => Promise<T>): Promise<RanDurably<T>> {
  await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
  try {
    const stepSeconds: Record<string, number> = {};
    const handlerFunction = withDurableExecution(async (_event: unknown, context: DurableContext) =>
      work(timedSteps(durableSteps(context, { hasTimeLeft: () => true }), stepSeconds)),
    );
    const execution = await new LocalDurableTestRunner<T>({ handlerFunction }).run({ payload: {} });
    const result = execution.getResult();
    if (result === undefined) {
      throw new Error(`the execution ended ${execution.getStatus()}`);
    }
    const operations = execution.getOperations();
    const kept = operations
      .filter((operation) => operation.getType() === OperationType.STEP)
      .map((operation) => operation.getStepDetails()?.result ?? null);
    return {
      result,
      operations: operations.length,
      checkpointBytes: Buffer.byteLength(JSON.stringify(kept)),
      stepSeconds,
    };
  } finally {
    await LocalDurableTestRunner.teardownTestEnvironment();
  }
}

function timedSteps(steps: Steps, stepSeconds: Record<string, number>): Steps {
  return stepsRun(
    steps,
    (among) => async (name, work) =>
      among.run(name, async () => {
        const startedMs = performance.now();
        const done = await work();
        const kind = /^[a-z ]*[a-z]/u.exec(name)?.[0] ?? name;
        stepSeconds[kind] = Math.max(stepSeconds[kind] ?? 0, (performance.now() - startedMs) / 1_000);
        return done;
      }),
  );
}

interface NightPlace {
  readonly kind: string;
  readonly today: Day;
  readonly platform: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly callsFile: string;
  /** Whether the share of the guard of the promise is measured: the profile of a very long night is much memory. */
  readonly isProfiled: boolean;
}

export interface Night extends OfProcess {
  /** Of the guard of the promise, in the night and in the runs of edits; absent where none was measured. */
  readonly guardShare?: number;
  readonly editsGuardShare?: number;
  readonly status: string;
  readonly problems: readonly string[];
  readonly capsFailed: number;
  readonly capsChanged: number;
  /** Those sent again to heal a direct change included. */
  readonly limitsSent: number;
  /** Of the durable execution, which may have 3,000 and 100 MB. */
  readonly operations: number;
  readonly checkpointKb: number;
  readonly stepSeconds: RanDurably<unknown>['stepSeconds'];
  readonly tableCalls: Readonly<Record<string, number>>;
  readonly writeUnits: number;
  readonly readUnits: number;
}

const nightMinutes = 150;
const firstEditMinutes = 8 * 60;
const minutesBetweenEdits = 45;

/**
 * One night as it is deployed: a durable execution on the tables of a real engine. The first one finds an organization
 * without limits; the window start finds new quarter budgets; after the night of edits five people are
 * given budgets of their own, each with its own run.
 */
export async function runNight(place: NightPlace): Promise<Omit<Night, 'peakMb'>> {
  const { kind, today, platform: url } = place;
  const { ports, platform, work, calls, run } = openPlace(place);
  const emails = kind === 'first' || kind === nightOfEdits ? await readEmails(platform) : [];
  if (kind === 'first') {
    await putBudgets(ports.budgets, emails);
    await putTeams(ports.teams as TeamStore);
  }
  if (kind === 'window start') {
    await putBudget(ports.budgets, { scope: { kind: 'org' }, window: 'quarter', credits: 1_000_000_000_000 });
  }
  Object.assign(work, { calls: {}, writeUnits: 0, readUnits: 0 });
  await forgetCalls(url);
  calls.forget();
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const atMs = startOfDayMs(today) + nightMinutes * 60_000;
  const measured = place.isProfiled ? withGuardShare : withoutShare;
  const { result: night, share } = await measured(async () =>
    run({ runId: runIdOf(enforceJob, atMs, 'nightly'), atMs }),
  );
  const edits = await measured(async () =>
    kind === nightOfEdits ? runEdits({ today, emails, budgets: ports.budgets, run }) : 0,
  );
  return {
    seconds: (performance.now() - startedMs) / 1_000,
    cpuSeconds: cpuSecondsSince(startedCpu),
    guardShare: share,
    editsGuardShare: kind === nightOfEdits ? edits.share : undefined,
    ...night.result,
    capsChanged: night.result.capsChanged + edits.result,
    limitsSent: calls.limitsSent(),
    operations: night.operations,
    checkpointKb: Math.ceil(night.checkpointBytes / 1_024),
    stepSeconds: night.stepSeconds,
    tableCalls: work.calls,
    writeUnits: work.writeUnits,
    readUnits: work.readUnits,
  };
}

async function withoutShare<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly share: undefined }> {
  return { result: await work(), share: undefined };
}

type Run = (
  order: Pick<EnforcementOrder, 'runId' | 'atMs' | 'kind'>,
) => Promise<RanDurably<Pick<Night, 'status' | 'problems' | 'capsFailed' | 'capsChanged'>>>;

function openPlace({ today, platform: url, endpoint, accessKeyId, callsFile }: NightPlace) {
  const { client, work } = countingDynamo({ endpoint, accessKeyId });
  const calls = recordingFetch(callsFile);
  const platform = platformAt(url, { fetch: calls.fetch, asOf: () => startOfDayMs(today) });
  const ports = enforce.ports({ dynamo: client, platform, tables: localTableNames() });
  const settings = Settings.parse({ admins: ['admin@acme.example'], blastRadius: false });
  const run: Run = async (order) =>
    runDurably(async (steps) => {
      const asked = { ...order, onlyIfUnfinished: false, dryRun: false, stopAtMs: Number.MAX_SAFE_INTEGER };
      const { outcome } = await enforceBudgets({ ...ports, steps }, settings, asked);
      const { status, problems, capsFailed, capsChanged } = outcome;
      return { status, problems, capsFailed, capsChanged };
    });
  return { ports, platform, work, calls, run };
}

async function runEdits({
  today,
  emails,
  budgets,
  run,
}: {
  readonly today: Day;
  readonly emails: readonly string[];
  readonly budgets: BudgetStore;
  readonly run: Run;
}): Promise<number> {
  let changed = 0;
  for (let index = 0; index < editsOfNight; index += 1) {
    const email = emails[(7 * index + 3) % emails.length]?.toLowerCase() ?? '';
    await putBudget(budgets, { scope: { kind: 'user', email }, window: 'quarter', credits: 50_000 + index });
    const atMs = startOfDayMs(today) + (firstEditMinutes + index * minutesBetweenEdits) * 60_000;
    const { result } = await run({ runId: runIdOf(enforceJob, atMs, `${editSuffix}-${index}`), atMs, kind: 'edit' });
    changed += result.capsChanged;
  }
  return changed;
}
