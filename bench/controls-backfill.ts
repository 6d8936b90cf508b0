import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createTables, localTableNames } from '../local/storage/create-tables.ts';
import { startEngine } from '../local/storage/engine.ts';
import type { ControlsHistory } from '../shared/controls/ports.ts';
import type { Revision } from '../shared/controls/revision.ts';
import { watchControls } from '../shared/controls/use-cases/watch-controls.ts';
import type { WatchPorts } from '../shared/controls/use-cases/watch-work.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../shared/evidence/memory-store.ts';
import { secretFingerprint } from '../shared/kernel/aws/fingerprint.ts';
import { createPlatformClient } from '../shared/kernel/platform/platform-client.ts';
import { runIdOf } from '../shared/kernel/runs/run-id.ts';
import { controls } from '../shared/wiring/controls-job.ts';
import { runClaim } from './measure/claim.ts';
import { countingDynamo, sumOfCalls, type TableWork } from './measure/counting-dynamo.ts';
import { tableText } from './measure/figures.ts';
import { ratioOf } from './measure/spread.ts';
import { cpuSecondsSince } from './measure/usage.ts';

/*
 * A first run of the watcher of the controls over a long history, and runs that find nothing new, on the embedded engine.
 * The goal: ten times the history takes less than one and a half times the memory, and a run that finds nothing takes
 * under half a second and six calls of tables at most.
 */
const growthMax = 1.5;
const pollMsMax = 500;
const callsMax = 6;
const pollRevisions = 130;
const pollsEach = 30;
const pollEveryMs = 60_000;
const pageSize = 100;

const settings = {
  admins: ['admin@acme.example'],
  alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
  controls: { securityContacts: [], approvedChangers: [] },
};

async function withPorts<T>(revisions: number, work: (ports: WatchPorts, tables: TableWork) => Promise<T>): Promise<T> {
  const engine = await startEngine();
  const { client, work: tableWork } = countingDynamo(engine);
  try {
    const tables = localTableNames();
    await createTables(client, tables);
    const fingerprint = secretFingerprint('k'.repeat(43));
    const ports = controls.ports({
      dynamo: client,
      tables,
      platform: platformOf(revisions),
      signer: memoryHeadSigner(),
      anchors: memoryAnchorStore(),
      fingerprint: async () => Promise.resolve(fingerprint),
    });
    return await work(ports, tableWork);
  } finally {
    client.destroy();
    await engine.close();
  }
}

async function poll(ports: WatchPorts, atMs: number): Promise<void> {
  const runId = runIdOf('controls', atMs, 'every-5-minutes');
  await watchControls(ports, { settings }, { runId, atMs, dryRun: false, stopAtMs: Number.MAX_SAFE_INTEGER });
}

async function measureBackfill(revisions: number) {
  return withPorts(revisions, async (ports) => {
    const heap = heapWatch();
    let pages = 0;
    // Neither the platform nor the redaction takes part: each revision is made when its page is asked for.
    const history: ControlsHistory = {
      async *pages() {
        for (let newest = revisions; newest >= 1; newest -= pageSize) {
          pages += 1;
          heap.look();
          yield await Promise.resolve({ revisions: numbersFrom(newest).map(revisionOf), unreadable: [] });
        }
      },
    };
    const firstMs = Date.now() - 2 * pollEveryMs;
    const startedMs = performance.now();
    await poll({ ...ports, history }, firstMs);
    heap.look();
    const firstRun = { seconds: (performance.now() - startedMs) / 1_000, heapMaxMb: heap.maxMb() };
    pages = 0;
    const polledMs = performance.now();
    await poll({ ...ports, history }, firstMs + pollEveryMs);
    return { revisions, ...firstRun, pollMs: performance.now() - polledMs, pollPages: pages };
  });
}

/** Runs that find nothing: one that goes by the heartbeat before it, and one that looks at the tables. */
async function measurePolls() {
  return withPorts(pollRevisions, async (ports, work) => {
    let atMs = Date.now() - 3 * pollsEach * pollEveryMs;
    const next = async (by: WatchPorts): Promise<void> => poll(by, (atMs += pollEveryMs));
    const measure = async (by: WatchPorts) => {
      await next(by);
      const [calls, started] = [sumOfCalls(work), process.cpuUsage()];
      for (let count = 0; count < pollsEach; count += 1) {
        await next(by);
      }
      const cpuMs = (cpuSecondsSince(started) * 1_000) / pollsEach;
      return { calls: (sumOfCalls(work) - calls) / pollsEach, cpuMs };
    };
    await next(ports);
    const history = { pages: () => ports.history.pages() };
    return { revisions: pollRevisions, quiet: await measure(ports), looking: await measure({ ...ports, history }) };
  });
}

function heapWatch() {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  let maxMb = 0;
  return {
    look() {
      collectGarbage();
      maxMb = Math.max(maxMb, process.memoryUsage().heapUsed / 1_048_576);
    },
    maxMb: () => maxMb,
  };
}

/** A platform that serves the history alone: each revision is made when its page is asked for. */
function platformOf(revisions: number) {
  return createPlatformClient({
    baseUrl: 'https://platform.example',
    appUrl: 'https://platform.example',
    readKey: async () => Promise.resolve('bench'),
    random: () => 0.5,
    clock: { now: () => Date.now(), sleep: async () => {} },
    fetch: async (input) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      const newest = Number(searchParams.get('cursor') ?? revisions);
      const next = newest - pageSize;
      const pagination = next > 0 ? { hasMore: true, nextCursor: String(next) } : { hasMore: false };
      return Promise.resolve(Response.json({ changes: numbersFrom(newest).map(changeOf), pagination }));
    },
  });
}

function numbersFrom(newest: number): readonly number[] {
  return Array.from({ length: Math.min(pageSize, newest) }, (_, index) => newest - index);
}

const actor = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };

function revisionOf(revision: number): Revision {
  const allowedDomains = Array.from({ length: 250 }, (_, at) => `host-${(revision * 31 + at * 7) % 9_973}.example`);
  return {
    revision,
    settings: { sandbox: { enabled: revision % 2 === 0, network: { allowedDomains } } },
    problems: [],
    actor,
    updatedAt: new Date(Date.parse('2026-01-14T00:00:00Z') + revision * 60_000).toISOString(),
  };
}

function changeOf(number: number) {
  const { revision, settings: own, updatedAt } = revisionOf(number);
  const customModels = [{ id: 'm', model: 'm', baseUrl: 'https://models.example/v1', apiKey: `sk-${'a'.repeat(40)}` }];
  return { revision, settings: { ...own, customModels }, user: actor, updatedAt };
}

await runClaim(import.meta, async ({ numbers }) => {
  const backfills: Awaited<ReturnType<typeof measureBackfill>>[] = [];
  for (const revisions of numbers('revisions')) {
    backfills.push(await measureBackfill(revisions));
  }
  const polls = await measurePolls();
  const { quiet, looking } = polls;
  const [short, long] = [backfills[0], backfills.at(-1)];
  const slowest = Math.max(...backfills.map(({ pollMs }) => pollMs));
  const growth = (long?.heapMaxMb ?? 0) / (short?.heapMaxMb ?? 1);
  const peer = 'a run that looks at the tables';
  return {
    document: { backfills, polls },
    ratios:
      short === undefined || long === undefined
        ? []
        : [
            ratioOf(
              [
                `memory of a first run over ${long.revisions} revisions of the controls (${long.seconds.toFixed(0)} s)`,
                `${short.revisions} revisions`,
              ],
              short.heapMaxMb,
              long.heapMaxMb,
              { unit: 'MB', digits: 1 },
            ),
            ratioOf(
              [`a run that finds nothing new after ${long.revisions} revisions of the controls`, 'half a second'],
              pollMsMax,
              long.pollMs,
              { unit: 'ms' },
            ),
            ratioOf(
              [`calls of tables of a run that finds nothing (${polls.revisions} revisions)`, peer],
              looking.calls,
              quiet.calls,
              { digits: 1 },
            ),
            ratioOf(['processor time of a run that finds nothing', peer], looking.cpuMs, quiet.cpuMs, { unit: 'ms' }),
          ],
    report: [
      tableText(
        ['revisions', 'seconds', 'heap at most, MB', 'next run, ms', 'its pages'],
        backfills.map(({ revisions, seconds, heapMaxMb, pollMs, pollPages }) => [
          revisions,
          seconds.toFixed(1),
          heapMaxMb.toFixed(1),
          pollMs.toFixed(0),
          pollPages,
        ]),
      ),
      `\nOf ${pollRevisions} revisions: ${quiet.calls.toFixed(1)} calls of tables and ${quiet.cpuMs.toFixed(0)} ms of a processor where nothing was found since (goal: ${callsMax} calls), ${looking.calls.toFixed(1)} and ${looking.cpuMs.toFixed(0)} ms where the tables are looked at.`,
      `A run that finds nothing new takes ${slowest.toFixed(0)} ms at most (goal: under ${pollMsMax}).`,
      `The longest history takes ${growth.toFixed(2)} times the memory of the shortest (goal: under ${growthMax}).`,
    ],
    hasReachedGoal: growth < growthMax && slowest < pollMsMax && quiet.calls <= callsMax,
  };
});
