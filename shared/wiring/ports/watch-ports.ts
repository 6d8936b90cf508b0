import { immediateSteps } from '../../adapters/memory/runs/immediate-steps.ts';
import type { ControlsCalls } from '../../adapters/platform/platform-calls.ts';
import { platformControlsHistory } from '../../adapters/platform/platform-controls-history.ts';
import type { Anchoring } from '../../application/controls/ports.ts';
import type { WatchPorts } from '../../application/controls/watch-work.ts';
import { randomIds } from '../../runtime/random-ids.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import * as furtherStores from '../further-stores.ts';
import { latePorts } from '../late-ports.ts';
import * as mailStores from '../mail-stores.ts';
import { comparableDecisions, comparableRevisions } from '../redacted-again.ts';
import * as runStores from '../run-stores.ts';
import type * as stores from '../stores.ts';

/** The tables that the watcher of the controls has to do with. */
type WatchTable =
  | 'alerts'
  | 'controls'
  | 'evidence'
  | 'journal'
  | 'leases'
  | 'outbox'
  | 'recipients'
  | 'revisions'
  | 'runs';

interface WatchClients extends stores.Tables<WatchTable>, Pick<Anchoring, 'signer' | 'anchors'> {
  readonly platform: ControlsCalls;
  /** Gives the fingerprint that stands in the place of secrets; asked for when the first page is read. */
  readonly fingerprint: () => Promise<(secret: string) => string>;
}

/** The ports of the watcher of the controls on the real things. Nothing is called yet. */
export function watchPorts(clients: WatchClients): WatchPorts {
  return {
    steps: immediateSteps(),
    clock: systemClock,
    ids: randomIds,
    history: platformControlsHistory(clients.platform, clients.fingerprint),
    revisions: comparableRevisions(furtherStores.revisions(clients), clients.fingerprint),
    state: furtherStores.watchState(clients),
    evidence: furtherStores.evidence(clients),
    signer: clients.signer,
    anchors: clients.anchors,
    decisions: comparableDecisions(furtherStores.decisions(clients), clients.fingerprint),
    leases: runStores.leases(clients),
    runs: runStores.runs(clients),
    journal: runStores.journal(clients),
    alerts: mailStores.alerts(clients),
    recipients: mailStores.recipients(clients),
    ...latePorts(['outbox'], async () => ({ outbox: (await import('../outbox.ts')).outbox(clients) })),
  };
}
