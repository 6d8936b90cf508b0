import type { ControlOverride } from '../../domain/controls/diff/catalogue/field-rule.ts';
import type { diffControls } from '../../domain/controls/diff/diff-controls.ts';
import type { ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import type { describeControlsReport } from '../../domain/controls/mail/describe-controls-report.ts';
import type { Outbox, RecipientStore } from '../mail/ports.ts';
import type { AlertStore } from '../notifications/ports.ts';
import type { NotificationSettings } from '../notifications/read-routing.ts';
import type { RunOrder } from '../runs/job.ts';
import type { Clock, Ids, Journal, LeaseStore, RunStore } from '../runs/ports.ts';
import type { Steps } from '../runs/steps.ts';
import type { AnchorKeeper } from './anchors/anchor-keeper.ts';
import type {
  AnchorStore,
  ControlsDecisionStore,
  ControlsHistory,
  EvidenceChain,
  HeadSigner,
  RevisionStore,
  WatchStateStore,
} from './ports.ts';

export interface WatchPorts {
  readonly clock: Clock;
  readonly history: ControlsHistory;
  readonly revisions: RevisionStore;
  readonly steps: Steps;
  readonly ids: Ids;
  readonly outbox: Outbox;
  readonly alerts: AlertStore;
  readonly recipients: Pick<RecipientStore, 'list'>;
  readonly leases: LeaseStore;
  readonly runs: RunStore;
  readonly journal: Journal;
  readonly state: WatchStateStore;
  readonly evidence: EvidenceChain;
  readonly signer: HeadSigner;
  readonly anchors: AnchorStore;
  readonly decisions: ControlsDecisionStore;
}

/** What decides about changes, apart from how they are found. All of it is pure. */
export interface ControlsRules {
  readonly diff: typeof diffControls;
  readonly describe: typeof describeControlsReport;
}

/** The part of the settings that the watcher needs; their meaning stands in `contracts/settings/settings.ts`. */
export interface WatchSettings {
  readonly admins: readonly string[];
  readonly alerts: NotificationSettings;
  /** The address of the admin API, for links; absent where there is none. */
  readonly doorUrl?: string;
  readonly controls: ControlsPolicy & {
    readonly securityContacts: readonly string[];
    readonly runbook?: string | undefined;
    readonly overrides?: Readonly<Record<string, ControlOverride>> | undefined;
  };
}

export interface WatchOrder extends RunOrder {
  /** Reads and stores; nobody is notified, and the next run does it all. */
  readonly dryRun: boolean;
}

/** One run with all that it works on. */
export interface WatchWork {
  readonly ports: WatchPorts;
  /** The catalogue, as the settings override it, unless others are given. */
  readonly rules?: ControlsRules;
  readonly settings: WatchSettings;
  readonly order: WatchOrder;
  /** ISO instant as of which the run sees what it sees. */
  readonly at: string;
  readonly anchoring: AnchorKeeper;
}
