import type { FleetEntry } from '../computers/fleet-entry.ts';
import type { ComputerStore } from '../computers/use-cases/ports.ts';
import type {
  ControlsDecisionStore,
  EvidenceChain,
  RevisionStore,
  WatchStateStore,
  Anchoring,
} from '../controls/use-cases/ports.ts';
import type { DigestStore } from '../digest/use-cases/ports.ts';
import type { LedgerStore, LimitStore, PlanStore, UserStore } from '../enforcement/use-cases/ports.ts';
import type { HintStore, HookTokenStore, InvitationStore } from '../hook/use-cases/ports.ts';
import type {
  BudgetStore,
  GrantStore,
  RecordStore,
  SettingsFile,
  SettingsVersions,
  TeamStore,
} from '../kernel/records/use-cases/ports.ts';
import type { Journal, LeaseStore, RunStore } from '../kernel/runs/use-cases/ports.ts';
import type { LiveStore } from '../live/use-cases/ports.ts';
import type { Outbox, RecipientStore } from '../mail/use-cases/ports.ts';
import type { AlertStore } from '../notifications/use-cases/ports.ts';
import type { TargetKey, TargetTerms } from '../readiness/target.ts';
import type { ReadinessStore } from '../readiness/use-cases/ports.ts';
import type { RequestRuleKey, RequestRuleTerms } from '../requests/request-rule.ts';
import type { RequestStore } from '../requests/use-cases/ports.ts';
import type { SessionPolicyTerms } from '../sessions/session-policy.ts';
import type { SessionStore } from '../sessions/use-cases/ports.ts';
import type { Settings } from '../settings/contract/settings.ts';
import * as furtherStores from './further-stores.ts';
import * as mailStores from './mail-stores.ts';
import { outbox } from './outbox.ts';
import * as runStores from './run-stores.ts';
import * as stores from './stores.ts';

/** The tables of an installation, on one machine or of a deployment. */
export interface Stores {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
  readonly users: UserStore;
  readonly runs: RunStore;
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
  readonly recipients: RecipientStore;
  readonly leases: LeaseStore;
  readonly journal: Journal;
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
  readonly plans: PlanStore;
  readonly revisions: RevisionStore;
  readonly digests: DigestStore;
  readonly evidence: EvidenceChain;
  readonly decisions: ControlsDecisionStore;
  readonly watchState: WatchStateStore;
  readonly settingsVersions: SettingsVersions;
  readonly knownSessions: SessionStore;
  readonly sessionPolicies: RecordStore<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms>;
  readonly fleet: RecordStore<Pick<FleetEntry, 'name'>, FleetEntry>;
  readonly computers: ComputerStore;
  readonly readiness: ReadinessStore;
  readonly readinessTargets: RecordStore<TargetKey, TargetTerms>;
  readonly requests: RequestStore;
  readonly hookTokens: HookTokenStore;
  readonly hints: HintStore;
  readonly invitations: InvitationStore;
  readonly live: LiveStore;
  readonly requestRules: RecordStore<RequestRuleKey, RequestRuleTerms>;
}

/** An installation as commands and the console see it. */
export interface Installation extends Stores {
  /** It is running, so that edits of its tables take effect by themselves. */
  readonly isRunning: boolean;
  /** Raises an error that names every fault when they are not valid: most commands do without them. */
  readSettings(): Settings;
  /** How its evidence is anchored outside of its tables. */
  readonly anchoring: () => Promise<Anchoring>;
  /** Absent on a deployment, whose settings are those of curfew.config.ts as it was deployed. */
  readonly settingsFile?: SettingsFile;
  close(): Promise<void>;
}

/** Every store of an installation, wherever its tables are. Nothing is called yet. */
export function storesOn(on: stores.Tables): Stores {
  return {
    budgets: stores.budgets(on),
    teams: stores.teams(on),
    grants: stores.grants(on),
    users: stores.users(on),
    ledger: stores.ledger(on),
    limits: stores.limits(on),
    live: stores.live(on),
    settingsVersions: stores.settingsVersions(on),
    runs: runStores.runs(on),
    leases: runStores.leases(on),
    journal: runStores.journal(on),
    outbox: outbox(on),
    ...allOn({ ...mailStores, ...furtherStores }, on),
  };
}

type Makers = Readonly<Record<string, (on: stores.Tables) => object>>;

/** Every one of some stores. */
function allOn<Made extends Makers>(made: Made, on: stores.Tables) {
  const all = Object.entries(made).map(([name, make]) => [name, make(on)]);
  return Object.fromEntries(all) as { readonly [Name in keyof Made]: ReturnType<Made[Name]> };
}
