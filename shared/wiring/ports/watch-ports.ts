import { platformControlsHistory } from '../../controls/platform/platform-controls-history.ts';
import type { Anchoring } from '../../controls/use-cases/ports.ts';
import type { WatchPorts } from '../../controls/use-cases/watch-work.ts';
import type { ControlsCalls } from '../../kernel/platform/platform-calls.ts';
import * as furtherStores from '../further-stores.ts';
import { comparableDecisions, comparableRevisions } from '../redacted-again.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';

/** The tables that the watcher of the controls has to do with. */
type WatchTable = WatcherTable | 'controls' | 'evidence' | 'revisions';

interface WatchClients extends stores.Tables<WatchTable>, Pick<Anchoring, 'signer' | 'anchors'> {
  readonly platform: ControlsCalls;
  /** Gives the fingerprint that stands in the place of secrets; asked for when the first page is read. */
  readonly fingerprint: () => Promise<(secret: string) => string>;
}

/** The ports of the watcher of the controls on the real things. Nothing is called yet. */
export function watchPorts(clients: WatchClients): WatchPorts {
  return {
    ...watcherPorts(clients),
    history: platformControlsHistory(clients.platform, clients.fingerprint),
    revisions: comparableRevisions(furtherStores.revisions(clients), clients.fingerprint),
    state: furtherStores.watchState(clients),
    evidence: furtherStores.evidence(clients),
    signer: clients.signer,
    anchors: clients.anchors,
    decisions: comparableDecisions(furtherStores.decisions(clients), clients.fingerprint),
  };
}
