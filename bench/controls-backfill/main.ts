import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import type { Revision } from '../../shared/controls/revision.ts';
import { dynamoRevisionStore } from '../../shared/controls/store/dynamo-revision-store.ts';
import {
  memoryControlsDecisionStore,
  memoryWatchStateStore,
} from '../../shared/controls/store/memory-controls-stores.ts';
import type { ControlsHistory } from '../../shared/controls/use-cases/ports.ts';
import { watchControls } from '../../shared/controls/use-cases/watch-controls.ts';
import type { WatchPorts } from '../../shared/controls/use-cases/watch-work.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../../shared/evidence/memory-store.ts';
import { dynamoEvidenceChain } from '../../shared/evidence/store.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { memoryOutbox, memoryRecipientStore } from '../../shared/mail/store/memory-mail-stores.ts';
import { memoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import { measurePolls } from './measure-polls.ts';

/** What storing a long history in one first run took. */
interface Backfill {
  readonly revisions: number;
  readonly seconds: number;
  /** The most that was in use after any page, in megabytes. */
  readonly heapMaxMb: number;
  /** A later run that finds nothing new: milliseconds, and how many pages of the history it read. */
  readonly pollMs: number;
  readonly pollPages: number;
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sizes = [1_000, 10_000];
const growthMax = 1.5;
const pollMsMax = 500;
const callsMax = 6;
const pollRevisions = 130;
const pageSize = 100;
const settingsBytes = 5_000;

/** Back-fills a history of so many revisions on the embedded engine. */
async function measureBackfill(revisions: number): Promise<Backfill> {
  const engine = await startEngine();
  const dynamo = createDynamo(engine);
  try {
    const tables = localTableNames();
    await createTables(dynamo, tables);
    const heap = heapWatch();
    let pages = 0;
    const onPage = () => {
      pages += 1;
      heap.look();
    };
    const ports: WatchPorts = {
      steps: immediateSteps(),
      clock: systemClock,
      ids: randomIds,
      history: historyOf(revisions, onPage),
      revisions: dynamoRevisionStore(dynamo, tables.revisions),
      evidence: dynamoEvidenceChain(dynamo, tables.evidence),
      signer: memoryHeadSigner(),
      anchors: memoryAnchorStore(),
      state: memoryWatchStateStore(),
      alerts: memoryAlertStore(),
      recipients: memoryRecipientStore(),
      decisions: memoryControlsDecisionStore(),
      leases: memoryLeaseStore(),
      runs: memoryRunStore(),
      journal: memoryJournal(),
      outbox: memoryOutbox(),
    };
    const startedMs = performance.now();
    const settings = {
      admins: ['admin@acme.example'],
      alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
      controls: { securityContacts: [], approvedChangers: [] },
    };
    const order = { runId: 'backfill', atMs: Date.now(), dryRun: false, stopAtMs: Number.MAX_SAFE_INTEGER };
    await watchControls(ports, { settings }, order);
    heap.look();
    const firstRun = { seconds: (performance.now() - startedMs) / 1_000, heapMaxMb: heap.maxMb() };
    pages = 0;
    const polledMs = performance.now();
    const later = { ...order, runId: 'poll', atMs: order.atMs + 5 * 60_000 };
    await watchControls(ports, { settings }, later);
    return { revisions, ...firstRun, pollMs: performance.now() - polledMs, pollPages: pages };
  } finally {
    dynamo.destroy();
    await engine.close();
  }
}

interface HeapWatch {
  look(): void;
  maxMb(): number;
}

/** Looks at what is in use, garbage collected first. */
function heapWatch(): HeapWatch {
  let maxMb = 0;
  return {
    look() {
      collectGarbage();
      maxMb = Math.max(maxMb, process.memoryUsage().heapUsed / 1_048_576);
    },
    maxMb: () => maxMb,
  };
}

/** Newest first, as an organization's history may be: each revision is made when its page is asked for. */
function historyOf(count: number, onPage: () => void): ControlsHistory {
  return {
    async *pages() {
      for (let newest = count; newest >= 1; newest -= pageSize) {
        onPage();
        const numbers = Array.from({ length: Math.min(pageSize, newest) }, (_, index) => newest - index);
        yield { revisions: numbers.map(aRevision), unreadable: [] };
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

const rows: Backfill[] = [];
for (const count of sizes) {
  rows.push(await measureBackfill(count));
}
const polls = await measurePolls(pollRevisions);
const [short, long] = rows;
const slowest = Math.max(...rows.map(({ pollMs }) => pollMs));
const growth = (long?.heapMaxMb ?? 0) / (short?.heapMaxMb ?? 1);

if (values.json) {
  console.log(JSON.stringify({ backfills: rows, polls }, null, 2));
} else {
  console.log(
    '| revisions | seconds | heap at most, MB | next run, ms | its pages |\n| ---: | ---: | ---: | ---: | ---: |',
  );
  rows.forEach(({ revisions, seconds, heapMaxMb, pollMs, pollPages }) => {
    console.log(
      `| ${revisions} | ${seconds.toFixed(1)} | ${heapMaxMb.toFixed(1)} | ${pollMs.toFixed(0)} | ${pollPages} |`,
    );
  });
  const { quiet, looking } = polls;
  console.log(
    `\nOf ${pollRevisions} revisions: ${quiet.calls.toFixed(1)} calls of tables and ${quiet.cpuMs.toFixed(0)} ms of a processor where nothing was found since (goal: ${callsMax} calls), ${looking.calls.toFixed(1)} and ${looking.cpuMs.toFixed(0)} ms where the tables are looked at.`,
  );
  console.log(`A run that finds nothing new takes ${slowest.toFixed(0)} ms at most (goal: under ${pollMsMax}).`);
  console.log(`Ten times the history takes ${growth.toFixed(2)} times the memory (goal: under ${growthMax}).`);
}
process.exitCode = growth < growthMax && slowest < pollMsMax && polls.quiet.calls <= callsMax ? 0 : 1;
