import {
  hasTakenEffect,
  enforceBudgets,
  type EnforcementRun,
} from '../shared/application/enforcement/enforce-budgets.ts';
import type { EnforcementOrder } from '../shared/application/enforcement/enforcement-work.ts';
import type { PlatformLogger } from '../shared/adapters/platform/http/platform-event.ts';
import { dynamoJournal } from '../shared/adapters/dynamo/dynamo-journal.ts';
import { dynamoRecipientStore } from '../shared/adapters/dynamo/dynamo-recipient-store.ts';
import { countReachable } from '../shared/application/notifications/count-reachable.ts';
import { recordMailEvent } from '../shared/application/mail/record-mail-event.ts';
import {
  watchEdits,
  type EditsOrder,
  type EditsWatched,
  type OrderEditRun,
} from '../shared/application/edits/watch-edits.ts';
import { systemClock } from '../shared/runtime/system-clock.ts';
import type { Settings } from '../shared/contracts/settings.ts';
import { watchControls, type Watch, type WatchOrder } from '../shared/application/controls/watch-controls.ts';
import { enforcementPorts } from '../shared/wiring/enforcement-ports.ts';
import type { MailsSent } from '../shared/application/mail/send-mails.ts';
import { watchPorts } from '../shared/wiring/watch-ports.ts';
import { controlsRules } from '../shared/wiring/controls-rules.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { choosePorts, type Ports } from './choose-ports.ts';
import type { Closers } from './closers.ts';
import { readLocalEnvironment, type LocalEnvironment } from './local-environment.ts';
import { localFingerprintKey } from './fingerprint-key.ts';
import { secretFingerprint } from '../shared/adapters/secrets/fingerprint.ts';
import { mailerOf, type Mailer } from './mailer.ts';
import type { JobDeps } from './job-handlers.ts';
import { openMail, type MailService } from './open-mail.ts';
import { openDemoPlatform, openPlatform, type OpenPlatform } from './open-platform.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { readSettings } from './read-settings.ts';
import { refuseEarlierLedger } from './refuse-earlier-ledger.ts';
import { claimRunning, type Addresses, type Claim } from './running-file.ts';
import type { StartOptions } from './start-options.ts';
import { bindOrigin, prepareStateFolder, startOver, stateFolderAt, type StateFolder } from './state-folder.ts';

/** Everything that runs while the installation runs. */
export interface Everything {
  readonly folder: StateFolder;
  readonly settings: Settings;
  readonly isDemo: boolean;
  readonly storage: Storage;
  readonly mail: MailService;
  readonly platform: OpenPlatform;
  readonly addresses: Addresses;
  readonly enforce: (order: EnforcementOrder) => Promise<EnforcementRun>;
  /** Makes edits of the tables take effect. */
  readonly watchEdits: (order: EditsOrder) => Promise<EditsWatched>;
  readonly watch: (order: WatchOrder) => Promise<Watch>;
  readonly mailer: Mailer;
  readonly mailEvents: Pick<JobDeps, 'countReachable' | 'recordMailEvent'>;
}

/** So long may the run take that edits ask for. */
const editRunMsMax = 10 * 60_000;

interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly closers: Closers;
  readonly platformLogger: PlatformLogger;
  readonly onMailsSent: (sent: MailsSent) => void;
}

/**
 * Opens every part, and tells other processes where they are. What was opened is in `closers`, also when this fails
 * midway. Raises CannotStartError, EnvironmentError and what starting a part raises.
 */
export async function openEverything(options: StartOptions, world: World): Promise<Everything> {
  const env = readLocalEnvironment(world.env);
  const folder = stateFolderAt(options.stateDir);
  prepareStateFolder(folder);
  const claim = claimAlone(folder);
  world.closers.add(() => claim.giveBack());
  if (options.fresh) {
    startAfresh(folder, env);
  }
  bindOrigin(
    folder,
    env.platform === undefined ? { kind: 'demo' } : { kind: 'platform', baseUrl: env.platform.baseUrl },
  );
  const isDemo = env.platform === undefined;
  const settings = readSettings(folder.settingsFile, { isDemo });
  const ports = await choosePorts(options.portBase);
  const parts = await openParts({ folder, env, ports }, world);
  const addresses = addressesOf(parts);
  claim.announce(addresses);
  const mailer = mailerOf({ ...parts, mailFrom: settings.mailFrom, onSent: world.onMailsSent });
  return {
    folder,
    settings,
    isDemo,
    addresses,
    ...parts,
    mailer,
    ...useCasesOf(parts, mailer, { settings, folder }),
    mailEvents: mailEventsOf(parts, settings),
  };
}

interface Parts {
  readonly storage: Storage;
  readonly mail: MailService;
  readonly platform: OpenPlatform;
}

async function openParts(
  { folder, env, ports }: { readonly folder: StateFolder; readonly env: LocalEnvironment; readonly ports: Ports },
  { closers, platformLogger }: World,
): Promise<Parts> {
  const storage = await openStorage(
    env.dynamoEndpoint === undefined
      ? { file: folder.engineFile, port: ports.engine }
      : { endpoint: env.dynamoEndpoint },
  );
  closers.add(async () => storage.close());
  await refuseEarlierLedger(storage.dynamo, storage.tables.ledger, folder.dir);
  const mail = await openMail(
    env.sesEndpoint === undefined ? { file: folder.inboxFile, port: ports.inbox } : { endpoint: env.sesEndpoint },
  );
  closers.add(async () => mail.close());
  const platform =
    env.platform === undefined
      ? await openDemoPlatform({ file: folder.emulatorFile, port: ports.platform }, { logger: platformLogger })
      : openPlatform(env.platform, { logger: platformLogger });
  closers.add(async () => platform.close());
  return { storage, mail, platform };
}

function claimAlone(folder: StateFolder): Claim {
  const outcome = claimRunning(folder.runningFile, 'installation');
  if (outcome.kind === 'claimed') {
    return outcome.claim;
  }
  const { pid, kind } = outcome.by;
  throw new CannotStartError(
    kind === 'installation'
      ? `Curfew runs on ${folder.dir} already (process ${pid}); stop it with Ctrl-C there, or choose another folder with --state`
      : `A curfew command (process ${pid}) is at work on ${folder.dir}; start again when it is done`,
  );
}

function startAfresh(folder: StateFolder, { dynamoEndpoint }: LocalEnvironment): void {
  if (dynamoEndpoint !== undefined) {
    throw new CannotStartError(
      '--fresh cannot remove the tables at AWS_ENDPOINT_URL_DYNAMODB; remove them there, or unset the variable',
    );
  }
  startOver(folder);
}

function addressesOf({ storage, mail, platform }: Parts): Addresses {
  return {
    dynamo: storage.endpoint,
    ses: mail.endpoint,
    platform: platform.baseUrl,
    ...(mail.inbox === undefined ? {} : { inbox: mail.inbox }),
  };
}

/** Whatever a run has written is sent when it has come to its end. */
function useCasesOf(
  { storage, platform }: Parts,
  mailer: Mailer,
  { settings, folder }: { readonly settings: Settings; readonly folder: StateFolder },
): Pick<Everything, 'enforce' | 'watchEdits' | 'watch'> {
  const { dynamo, tables } = storage;
  const clients = { dynamo, tables, platform: platform.client };
  const ports = enforcementPorts(clients);
  const orderRun: OrderEditRun = async (order) => {
    const stopAtMs = systemClock.now() + editRunMsMax;
    const wanted = { ...order, kind: 'edit', dryRun: false, onlyIfUnfinished: false, stopAtMs } as const;
    const night = await enforceBudgets(ports, settings, wanted);
    return { isDone: hasTakenEffect(night), night };
  };
  const fingerprint = async () => secretFingerprint(localFingerprintKey(folder.fingerprintKeyFile));
  const watching = watchPorts({ ...clients, fingerprint });
  const rules = controlsRules(settings.controls);
  return {
    enforce: async (order) => mailer.after(enforceBudgets(ports, settings, order)),
    watchEdits: async (order) => mailer.after(watchEdits({ ...ports, orderRun }, order)),
    watch: async (order) => mailer.after(watchControls(watching, { rules, settings }, order)),
  };
}

function mailEventsOf({ storage: { dynamo, tables } }: Parts, settings: Settings): Everything['mailEvents'] {
  const recipients = dynamoRecipientStore(dynamo, tables.recipients);
  const journal = dynamoJournal(dynamo, tables.journal);
  return {
    recordMailEvent: async (event) => recordMailEvent({ journal, recipients }, event),
    countReachable: async () => countReachable(recipients, settings),
  };
}
