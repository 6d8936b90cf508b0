import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoAlertStore } from '../adapters/dynamo/dynamo-alert-store.ts';
import { dynamoControlsDecisionStore } from '../adapters/dynamo/dynamo-controls-decision-store.ts';
import { dynamoEvidenceChain } from '../adapters/dynamo/dynamo-evidence-chain.ts';
import { dynamoJournal } from '../adapters/dynamo/dynamo-journal.ts';
import { dynamoLeaseStore } from '../adapters/dynamo/dynamo-lease-store.ts';
import { dynamoOutbox } from '../adapters/dynamo/dynamo-outbox.ts';
import { dynamoRecipientStore } from '../adapters/dynamo/dynamo-recipient-store.ts';
import { dynamoRevisionStore } from '../adapters/dynamo/dynamo-revision-store.ts';
import { dynamoRunStore } from '../adapters/dynamo/dynamo-run-store.ts';
import { dynamoWatchStateStore } from '../adapters/dynamo/dynamo-watch-state-store.ts';
import type { PlatformClient } from '../adapters/platform/platform-client.ts';
import { immediateSteps } from '../adapters/memory/immediate-steps.ts';
import { platformControlsHistory } from '../adapters/platform/platform-controls-history.ts';
import { redactSettings } from '../adapters/platform/redaction/redact-settings.ts';
import type { ControlsHistory } from '../application/controls/ports.ts';
import type { ControlsRules, WatchPorts } from '../application/controls/watch-controls.ts';
import type { TableNames } from '../contracts/tables.ts';
import { describeControlsReport } from '../domain/controls/mail/describe-controls-report.ts';
import type { ControlOverride } from '../domain/controls/diff/catalogue/field-rule.ts';
import { diffControls } from '../domain/controls/diff/diff-controls.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { systemClock } from '../runtime/system-clock.ts';

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

export interface WatchClients {
  readonly dynamo: DynamoDBDocumentClient;
  readonly platform: PlatformClient;
  readonly tables: Pick<TableNames, WatchTable>;
  /** Gives the fingerprint that stands in the place of secrets; asked for when the first page is read. */
  readonly fingerprint: () => Promise<(secret: string) => string>;
}

/** The ports of the watcher of the controls on the real things. Nothing is called yet. */
export function watchPorts({ dynamo, platform, tables, fingerprint }: WatchClients): WatchPorts {
  return {
    steps: immediateSteps(),
    clock: systemClock,
    ids: randomIds,
    history: redactedHistory(platform, fingerprint),
    revisions: dynamoRevisionStore(dynamo, tables.revisions),
    state: dynamoWatchStateStore(dynamo, tables.controls),
    evidence: dynamoEvidenceChain(dynamo, tables.evidence),
    decisions: dynamoControlsDecisionStore(dynamo, tables.controls),
    leases: dynamoLeaseStore(dynamo, tables.leases),
    runs: dynamoRunStore(dynamo, tables),
    journal: dynamoJournal(dynamo, tables.journal),
    outbox: dynamoOutbox(dynamo, tables.outbox),
    alerts: dynamoAlertStore(dynamo, tables.alerts),
    recipients: dynamoRecipientStore(dynamo, tables.recipients),
  };
}

/** What a change of the controls means, and how it is told. */
export function controlsRules(
  said: { readonly overrides?: Readonly<Record<string, ControlOverride>> } = {},
): ControlsRules {
  const overrides = new Map(Object.entries(said.overrides ?? {}));
  return {
    diff: (before, after, judge) => diffControls(before, after, { ...judge, overrides }),
    describe: describeControlsReport,
  };
}

/** The history, its secrets replaced before anything else sees it. */
function redactedHistory(platform: PlatformClient, fingerprint: WatchClients['fingerprint']): ControlsHistory {
  return {
    async *pages() {
      const fingerprintOf = await fingerprint();
      yield* platformControlsHistory(platform, (settings) => redactSettings(settings, fingerprintOf)).pages();
    },
  };
}
