import { setTimeout as sleep } from 'node:timers/promises';
import { dynamoAlertStore } from '../shared/adapters/dynamo/dynamo-alert-store.ts';
import { dynamoBudgetStore } from '../shared/adapters/dynamo/dynamo-budget-store.ts';
import { dynamoControlsDecisionStore } from '../shared/adapters/dynamo/dynamo-controls-decision-store.ts';
import { dynamoEvidenceChain } from '../shared/adapters/dynamo/dynamo-evidence-chain.ts';
import { dynamoRevisionStore } from '../shared/adapters/dynamo/dynamo-revision-store.ts';
import { dynamoWatchStateStore } from '../shared/adapters/dynamo/dynamo-watch-state-store.ts';
import type {
  ControlsDecisionStore,
  EvidenceChain,
  RevisionStore,
  WatchStateStore,
} from '../shared/application/controls/ports.ts';
import { dynamoGrantStore } from '../shared/adapters/dynamo/dynamo-grant-store.ts';
import { dynamoJournal } from '../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoLeaseStore } from '../shared/adapters/dynamo/dynamo-lease-store.ts';
import { dynamoLedgerStore } from '../shared/adapters/dynamo/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../shared/adapters/dynamo/dynamo-limit-store.ts';
import { dynamoPlanStore } from '../shared/adapters/dynamo/dynamo-plan-store.ts';
import { dynamoRecipientStore } from '../shared/adapters/dynamo/dynamo-recipient-store.ts';
import { dynamoRunStore } from '../shared/adapters/dynamo/dynamo-run-store.ts';
import { dynamoTeamStore } from '../shared/adapters/dynamo/dynamo-team-store.ts';
import { dynamoUserStore } from '../shared/adapters/dynamo/dynamo-user-store.ts';
import type { EnforcementPorts } from '../shared/application/enforcement/enforcement-work.ts';
import type { AlertStore } from '../shared/application/notifications/ports.ts';
import type { BudgetStore, GrantStore, TeamStore } from '../shared/application/edits/ports.ts';
import type { Journal, LeaseStore, RunStore } from '../shared/application/runs/ports.ts';
import type { LedgerStore, LimitStore, PlanStore, UserStore } from '../shared/application/enforcement/ports.ts';
import type { RecipientStore } from '../shared/application/mail/ports.ts';
import type { MailsSent } from '../shared/application/mail/send-mails.ts';
import type { Progress } from '../shared/application/runs/run-context.ts';
import type { Settings } from '../shared/contracts/settings.ts';
import type { Environment } from '../shared/runtime/read-environment.ts';
import { systemClock } from '../shared/runtime/system-clock.ts';
import type { WatchPorts } from '../shared/application/controls/watch-controls.ts';
import { enforcementPorts } from '../shared/wiring/enforcement-ports.ts';
import { watchPorts } from '../shared/wiring/watch-ports.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { newClosers, type Closers } from './closers.ts';
import { localFingerprintKey } from './fingerprint-key.ts';
import { secretFingerprint } from '../shared/adapters/secrets/fingerprint.ts';
import { readLocalEnvironment, type LocalEnvironment } from './local-environment.ts';
import type { JobResources } from './job-handlers.ts';
import { mailerOf, type Mailer } from './mailer.ts';
import { openMail } from './open-mail.ts';
import {
  demoPlatformAt,
  openDemoPlatform,
  openPlatform,
  type CallOptions,
  type OpenPlatform,
} from './open-platform.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { readSettings } from './read-settings.ts';
import { claimRunning, type Addresses, type Claim } from './running-file.ts';
import { bindOrigin, originOf, prepareStateFolder, stateFolderAt, type StateFolder } from './state-folder.ts';

export interface InstallationOptions {
  readonly stateDir: string;
  readonly env: Environment;
}

export interface RunningOptions extends InstallationOptions {
  /** How the platform is called. */
  readonly calls: CallOptions;
  /** Told what became of the mails that a run has written. */
  readonly onMailsSent: (sent: MailsSent) => void;
}

/** The tables of an installation: on this machine, or of a deployment. */
export interface Installation {
  readonly budgets: BudgetStore;
  readonly teams: TeamStore;
  readonly grants: GrantStore;
  readonly users: UserStore;
  readonly runs: RunStore;
  readonly alerts: AlertStore;
  readonly recipients: RecipientStore;
  readonly leases: LeaseStore;
  readonly journal: Journal;
  readonly ledger: LedgerStore;
  readonly limits: LimitStore;
  readonly revisions: RevisionStore;
  readonly evidence: EvidenceChain;
  readonly decisions: ControlsDecisionStore;
  readonly watchState: WatchStateStore;
  /** It is running, so that edits of its tables take effect by themselves. */
  readonly isRunning: boolean;
  readonly plans: PlanStore;
  /** Raises CannotStartError when those of a machine are not valid: most commands do without them. */
  readSettings(): Settings;
  close(): Promise<void>;
}

type Stores = Omit<Installation, 'isRunning' | 'readSettings' | 'close'>;

/** The installation with its platform and its mail service. */
export interface RunningInstallation extends Installation {
  readonly settings: Settings;
  enforcementPorts(progress?: Progress): EnforcementPorts;
  watchPorts(): WatchPorts;
  readonly jobs: JobResources;
  readonly mailer: Mailer;
}

const waitMsMax = 30_000;
const pollMs = 100;

/**
 * Opens the tables of an installation: of the running one or, when none runs, with the embedded engine started until
 * `close`. Raises CannotStartError, EnvironmentError and what starting the engine raises.
 */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const closers = newClosers();
  return closedOnFailure(closers, async () => {
    const opened = await open(options, closers);
    const readSettings = (): Settings => settingsOf(opened.folder);
    return { ...stored(opened), readSettings, close: async () => closers.closeAll() };
  });
}

/** The same, with all that a night needs. Mails that are caught here are in the inbox of the next `npm start`. */
export async function openRunningInstallation(options: RunningOptions): Promise<RunningInstallation> {
  const closers = newClosers();
  return closedOnFailure(closers, async () => {
    const opened = await open(options, closers);
    const { folder, env, storage, running } = opened;
    const platform = await platformOf(opened, options.calls);
    closers.add(async () => platform.close());
    const sesEndpoint = env.sesEndpoint ?? running?.ses;
    const mail = await openMail(sesEndpoint === undefined ? { file: folder.inboxFile } : { endpoint: sesEndpoint });
    closers.add(async () => mail.close());
    const settings = settingsOf(folder);
    const { dynamo, tables } = storage;
    const clients = { dynamo, tables, platform: platform.client };
    const fingerprint = async () => secretFingerprint(localFingerprintKey(folder.fingerprintKeyFile));
    const mailer = mailerOf({ storage, mail, mailFrom: settings.mailFrom, onSent: options.onMailsSent });
    return {
      ...stored(opened),
      settings,
      readSettings: () => settings,
      mailer,
      enforcementPorts: (progress) => enforcementPorts(clients, progress),
      watchPorts: () => watchPorts({ ...clients, fingerprint }),
      jobs: { clock: systemClock, storage, platform: platform.client, settings, mailer, fingerprint },
      close: async () => closers.closeAll(),
    };
  });
}

interface Opened {
  readonly folder: StateFolder;
  readonly env: LocalEnvironment;
  readonly storage: Storage;
  /** Where the running installation answers. */
  readonly running: Addresses | undefined;
}

async function open(options: InstallationOptions, closers: Closers): Promise<Opened> {
  const env = readLocalEnvironment(options.env);
  const folder = stateFolderAt(options.stateDir);
  prepareStateFolder(folder);
  const right = await claimOrJoin(folder);
  if (right.kind === 'claimed') {
    closers.add(() => right.claim.giveBack());
  }
  const running = right.kind === 'joined' ? right.addresses : undefined;
  const endpoint = env.dynamoEndpoint ?? running?.dynamo;
  const storage = await openStorage(endpoint === undefined ? { file: folder.engineFile } : { endpoint });
  closers.add(async () => storage.close());
  return { folder, env, storage, running };
}

type Right =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'joined'; readonly addresses: Addresses };

/** Another command ends soon, and an installation that is starting will soon answer. */
async function claimOrJoin(folder: StateFolder): Promise<Right> {
  const deadlineMs = Date.now() + waitMsMax;
  for (;;) {
    const outcome = claimRunning(folder.runningFile, 'command');
    if (outcome.kind === 'claimed') {
      return outcome;
    }
    const { by } = outcome;
    if (by.addresses !== undefined) {
      return { kind: 'joined', addresses: by.addresses };
    }
    if (Date.now() > deadlineMs) {
      throw new CannotStartError(
        `Process ${by.pid} has been at work on ${folder.dir} for a while; wait for it, or choose another folder with --state`,
      );
    }
    await sleep(pollMs);
  }
}

async function platformOf({ folder, env, running }: Opened, calls: CallOptions): Promise<OpenPlatform> {
  const origin = originOf(folder);
  const given = env.platform;
  const isDemo = origin?.kind === 'demo' && (given === undefined || given.baseUrl === running?.platform);
  if (isDemo) {
    return running === undefined
      ? openDemoPlatform({ file: folder.emulatorFile, port: 0 }, calls)
      : openPlatform(demoPlatformAt(running.platform), calls);
  }
  if (given === undefined) {
    const which = origin?.kind === 'platform' ? ` (${origin.baseUrl})` : '';
    throw new CannotStartError(
      `There is no platform to speak to: set CURFEW_BASE_URL and CURFEW_API_KEY to those of the platform${which}${which === '' ? ', or start the demo with npm start' : ''}`,
    );
  }
  bindOrigin(folder, { kind: 'platform', baseUrl: given.baseUrl });
  return openPlatform(given, calls);
}

function settingsOf(folder: StateFolder): Settings {
  return readSettings(folder.settingsFile, { isDemo: originOf(folder)?.kind === 'demo' });
}

function stored({ storage, running }: Opened): Stores & Pick<Installation, 'isRunning'> {
  return { ...storesOn(storage), isRunning: running !== undefined };
}

/** Every store of an installation, wherever its tables are. */
export function storesOn({ dynamo, tables }: Pick<Storage, 'dynamo' | 'tables'>): Stores {
  return {
    budgets: dynamoBudgetStore(dynamo, tables),
    teams: dynamoTeamStore(dynamo, tables),
    grants: dynamoGrantStore(dynamo, tables),
    users: dynamoUserStore(dynamo, tables.users),
    runs: dynamoRunStore(dynamo, tables),
    alerts: dynamoAlertStore(dynamo, tables.alerts),
    recipients: dynamoRecipientStore(dynamo, tables.recipients),
    leases: dynamoLeaseStore(dynamo, tables.leases),
    journal: dynamoJournal(dynamo, tables.journal),
    ledger: dynamoLedgerStore(dynamo, tables.ledger),
    limits: dynamoLimitStore(dynamo, tables.limits),
    revisions: dynamoRevisionStore(dynamo, tables.revisions),
    evidence: dynamoEvidenceChain(dynamo, tables.evidence),
    decisions: dynamoControlsDecisionStore(dynamo, tables.controls),
    watchState: dynamoWatchStateStore(dynamo, tables.controls),
    plans: dynamoPlanStore(dynamo, tables.plans),
  };
}

async function closedOnFailure<T>(closers: Closers, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
