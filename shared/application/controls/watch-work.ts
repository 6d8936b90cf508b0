import type { diffControls, DiffSettings } from '../../domain/controls/diff/diff-controls.ts';
import type { ControlsPolicy } from '../../domain/controls/history/circumstances.ts';
import type { describeControlsReport } from '../../domain/controls/mail/describe-controls-report.ts';
import type { RunOrder } from '../runs/job.ts';
import type { WatcherPorts, WatcherSettings } from '../watchers/watcher-ports.ts';
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

export interface WatchPorts extends WatcherPorts {
  readonly history: ControlsHistory;
  readonly revisions: RevisionStore;
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
export interface WatchSettings extends WatcherSettings {
  /** The address of the console, for links; absent where there is none. */
  readonly consoleUrl?: string;
  readonly controls: ControlsPolicy &
    DiffSettings & {
      readonly securityContacts: readonly string[];
      readonly runbook?: string | undefined;
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
