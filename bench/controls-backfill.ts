import { createTables, localTableNames } from '../local/create-tables.ts';
import { startEngine } from '../local/engine.ts';
import { createDynamo } from '../shared/adapters/dynamo/create-dynamo.ts';
import { dynamoEvidenceChain } from '../shared/adapters/dynamo/dynamo-evidence-chain.ts';
import { dynamoRevisionStore } from '../shared/adapters/dynamo/dynamo-revision-store.ts';
import { memoryControlsDecisionStore } from '../shared/adapters/memory/memory-controls-decision-store.ts';
import { memoryJournal } from '../shared/adapters/memory/memory-journal.ts';
import { memoryLeaseStore } from '../shared/adapters/memory/memory-lease-store.ts';
import { memoryMailSender } from '../shared/adapters/memory/memory-mail-sender.ts';
import { memoryOutbox } from '../shared/adapters/memory/memory-outbox.ts';
import { memoryRunStore } from '../shared/adapters/memory/memory-run-store.ts';
import { memoryWatchStateStore } from '../shared/adapters/memory/memory-watch-state-store.ts';
import type { ControlsHistory } from '../shared/application/controls-ports.ts';
import { watchControls, type WatchPorts } from '../shared/application/watch-controls.ts';
import type { Revision } from '../shared/domain/controls/revision.ts';
import { randomIds } from '../shared/runtime/random-ids.ts';
import { sha256 } from '../shared/runtime/sha256.ts';
import { systemClock } from '../shared/runtime/system-clock.ts';
import { controlsRules } from '../shared/wiring/watch-ports.ts';

/** What storing a long history in one run took. */
export interface Backfill {
  readonly revisions: number;
  readonly seconds: number;
  /** How much the heap grew from the first tenth of the pages to its highest, in megabytes. */
  readonly heapGrowthMb: number;
}

const pageSize = 100;
const settingsBytes = 5_000;

/** Back-fills a history of so many revisions on the embedded engine, in a first run. */
export async function measureBackfill(revisions: number): Promise<Backfill> {
  const engine = await startEngine();
  const dynamo = createDynamo({ endpoint: engine.endpoint });
  try {
    const tables = localTableNames();
    await createTables(dynamo, tables);
    const heap = heapWatch(revisions / pageSize);
    const ports: WatchPorts = {
      clock: systemClock,
      ids: randomIds,
      sha256,
      history: historyOf(revisions, heap.look),
      revisions: dynamoRevisionStore(dynamo, tables.revisions),
      evidence: dynamoEvidenceChain(dynamo, tables.evidence),
      state: memoryWatchStateStore(),
      decisions: memoryControlsDecisionStore(),
      leases: memoryLeaseStore(),
      runs: memoryRunStore(),
      journal: memoryJournal(),
      outbox: memoryOutbox(),
      sender: memoryMailSender(),
    };
    const startedMs = performance.now();
    const settings = { admins: ['admin@acme.example'], controls: { securityContacts: [], approvedChangers: [] } };
    const order = { runId: 'backfill', atMs: Date.now(), dryRun: false, stopAtMs: Number.MAX_SAFE_INTEGER };
    await watchControls(ports, { rules: controlsRules, settings }, order);
    heap.look();
    return { revisions, seconds: (performance.now() - startedMs) / 1_000, heapGrowthMb: heap.growthMb() };
  } finally {
    dynamo.destroy();
    await engine.close();
  }
}

interface HeapWatch {
  look(): void;
  growthMb(): number;
}

/** Looks at the heap after each page: what the first tenth needed is the floor. */
function heapWatch(pages: number): HeapWatch {
  const floors: number[] = [];
  const later: number[] = [];
  return {
    look() {
      globalThis.gc?.();
      const used = process.memoryUsage().heapUsed / 1_048_576;
      (floors.length < pages / 10 ? floors : later).push(used);
    },
    growthMb: () => Math.max(0, ...later) - Math.max(...floors),
  };
}

/** Newest first, as an organization's history may be: each revision is made when its page is asked for. */
function historyOf(count: number, afterPage: () => void): ControlsHistory {
  return {
    async *pages() {
      for (let newest = count; newest >= 1; newest -= pageSize) {
        const numbers = Array.from({ length: Math.min(pageSize, newest) }, (_, index) => newest - index);
        yield { revisions: numbers.map(aRevision), unreadable: [] };
        afterPage();
      }
    },
  };
}

function aRevision(revision: number): Revision {
  const filler = Array.from(
    { length: settingsBytes / 20 },
    (_, index) => `host-${(revision * 31 + index * 7) % 9_973}.example`,
  );
  return {
    revision,
    settings: { sandbox: { enabled: revision % 2 === 0, network: { allowedDomains: filler } } },
    problems: [],
    actor: { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' },
    updatedAt: new Date(Date.parse('2026-01-14T00:00:00Z') + revision * 60_000).toISOString(),
  };
}
