import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import { watchControls } from '../../shared/controls/use-cases/watch-controls.ts';
import type { WatchPorts } from '../../shared/controls/use-cases/watch-work.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../../shared/evidence/memory-store.ts';
import { secretFingerprint } from '../../shared/kernel/aws/fingerprint.ts';
import { createPlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { watchPorts } from '../../shared/wiring/ports/watch-ports.ts';
import { cpuSecondsSince } from '../measure/cpu-seconds.ts';
import { countingDynamo } from '../scale/counting-dynamo.ts';

/** What a run that finds nothing asks of tables, and of the processor. */
interface Poll {
  readonly calls: number;
  readonly cpuMs: number;
}

/** Polls that find nothing: one that goes by the heartbeat before it, and one that looks at the tables. */
interface Polls {
  readonly revisions: number;
  readonly quiet: Poll;
  readonly looking: Poll;
}

const pollsEach = 30;
const pollEveryMs = 60_000;

/** Everything on the embedded engine, and pages as the platform serves them; the platform itself takes no part. */
export async function measurePolls(revisions: number): Promise<Polls> {
  const engine = await startEngine();
  const { client, work } = countingDynamo(engine);
  try {
    const tables = localTableNames();
    await createTables(client, tables);
    const fingerprint = secretFingerprint('k'.repeat(43));
    const ports = watchPorts({
      dynamo: client,
      tables,
      platform: createPlatformClient(platformOf(revisions)),
      signer: memoryHeadSigner(),
      anchors: memoryAnchorStore(),
      fingerprint: async () => fingerprint,
    });
    const startMs = Date.now() - 3 * pollsEach * pollEveryMs;
    let runs = 0;
    async function poll(by: WatchPorts): Promise<void> {
      runs += 1;
      const atMs = startMs + runs * pollEveryMs;
      const runId = runIdOf('controls', atMs, 'every-5-minutes');
      await watchControls(by, { settings }, { runId, atMs, dryRun: false, stopAtMs: Number.MAX_SAFE_INTEGER });
    }
    async function measure(by: WatchPorts): Promise<Poll> {
      await poll(by);
      const before = sumOf(work.calls);
      const started = process.cpuUsage();
      for (let count = 0; count < pollsEach; count += 1) {
        await poll(by);
      }
      const cpuMs = (cpuSecondsSince(started) * 1_000) / pollsEach;
      return { calls: (sumOf(work.calls) - before) / pollsEach, cpuMs };
    }
    await poll(ports);
    const history = { pages: () => ports.history.pages() };
    return { revisions, quiet: await measure(ports), looking: await measure({ ...ports, history }) };
  } finally {
    client.destroy();
    await engine.close();
  }
}

const settings = {
  admins: ['admin@acme.example'],
  alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
  controls: { securityContacts: [], approvedChangers: [] },
};

function sumOf(calls: Readonly<Record<string, number>>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

/** The pages are written once: what serves them is not measured. */
function platformOf(revisions: number) {
  const texts = new Map<number, string>();
  function pageFrom(newest: number): string {
    const numbers = Array.from({ length: Math.min(100, newest) }, (_, index) => newest - index);
    const next = newest - numbers.length;
    const pagination = next > 0 ? { hasMore: true, nextCursor: String(next) } : { hasMore: false };
    return JSON.stringify({ changes: numbers.map(changeOf), pagination });
  }
  return {
    baseUrl: 'https://platform.example',
    appUrl: 'https://platform.example',
    readKey: async () => 'bench',
    random: () => 0.5,
    clock: { now: () => Date.now(), sleep: async () => {} },
    fetch: async (input: Parameters<typeof fetch>[0]) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input);
      const newest = Number(searchParams.get('cursor') ?? revisions);
      const text = texts.get(newest) ?? pageFrom(newest);
      texts.set(newest, text);
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    },
  };
}

function changeOf(revision: number) {
  const hosts = Array.from({ length: 120 }, (_, index) => `host-${(revision * 31 + index * 7) % 997}.example`);
  return {
    revision,
    settings: {
      sandbox: { enabled: revision % 2 === 0, network: { allowedDomains: hosts } },
      commandDenylist: ['rm -rf /', 'curl *', `make t${revision}`],
      customModels: [{ id: 'm', model: 'm', baseUrl: 'https://models.example/v1', apiKey: `sk-${'a'.repeat(40)}` }],
    },
    user: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' },
    updatedAt: new Date(Date.parse('2026-01-14T00:00:00Z') + revision * 60_000).toISOString(),
  };
}
