import type { diffControls, DiffSettings } from '../../control-diff/diff-controls.ts';
import type { AnchorKeeper } from '../../evidence/use-cases/anchors/anchor-keeper.ts';
import type { RunOrder } from '../../kernel/runs/use-cases/job.ts';
import type { WatcherPorts, WatcherSettings } from '../../kernel/runs/use-cases/watcher-ports.ts';
import type { ControlsPolicy } from '../history/circumstances.ts';
import type { describeControlsReport } from '../mail/describe-controls-report.ts';
import type {
  AnchorStore,
  ControlsDecisionStore,
  ControlsHistory,
  EvidenceChain,
  HeadSigner,
  RevisionStore,
  WatchStateStore,
} from '../ports.ts';

export interface WatchPorts extends WatcherPorts {
  readonly history: ControlsHistory;
  readonly revisions: RevisionStore;
  readonly state: WatchStateStore;
  readonly evidence: EvidenceChain;
  readonly signer: HeadSigner;
  readonly anchors: AnchorStore;
  readonly decisions: ControlsDecisionStore;
}

export interface ControlsRules {
  readonly diff: typeof diffControls;
  readonly describe: typeof describeControlsReport;
}

/** The watcher's part of the settings; `contracts/settings/settings.ts` documents them. */
export interface WatchSettings extends WatcherSettings {
  /** The console's address for links; absent when there is none. */
  readonly consoleUrl?: string;
  readonly controls: ControlsPolicy &
    DiffSettings & {
      readonly securityContacts: readonly string[];
      readonly runbook?: string | undefined;
    };
}

export interface WatchOrder extends RunOrder {
  /** Reads and stores, but notifies no one: the next run does that. */
  readonly dryRun: boolean;
}

export interface WatchWork {
  readonly ports: WatchPorts;
  /** Default: the catalogue, with the settings' overrides. */
  readonly rules?: ControlsRules;
  readonly settings: WatchSettings;
  readonly order: WatchOrder;
  /** ISO instant of the run. */
  readonly at: string;
  readonly anchoring: AnchorKeeper;
}
