import { existsSync } from 'node:fs';

import type { RunRequest } from '../shared/enforcement/contract.ts';
import type { RunStarter } from '../shared/kernel/api/operation.ts';
import { secretFingerprint } from '../shared/kernel/aws/fingerprint.ts';
import type { PlatformLogger } from '../shared/kernel/platform/http/platform-event.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import type { MailsSent } from '../shared/mail/use-cases/send-mails.ts';
import type { LinkSigner } from '../shared/requests/ports.ts';
import type { Settings } from '../shared/settings/contract/settings.ts';
import { stores, storesOn } from '../shared/wiring/stores.ts';
import { type AdminApi, startAdminApi } from './admin-api.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { choosePorts, type Ports } from './choose-ports.ts';
import { type Closers, newClosers } from './closers.ts';
import type { BuildOutcome } from './console/build-console.ts';
import { openConsole, peopleOfDemo } from './console/open-console.ts';
import type { DemoName } from './demo/demo-organization.ts';
import { figuresOfLarge } from './figures/figures-of-large.ts';
import { accessTo } from './installation-access.ts';
import { askedRuns } from './jobs/asked-runs.ts';
import type { JobResources } from './jobs/job-handlers.ts';
import { type LocalEnvironment, readLocalEnvironment } from './local-environment.ts';
import { mailerOf } from './mail/mailer.ts';
import { type MailService, openMail } from './mail/open-mail.ts';
import { openDemoPlatform, openPlatform, type OpenPlatform } from './open-platform.ts';
import { readSettings } from './settings/read-settings.ts';
import { repairSettings, settingsInForce } from './settings/settings-in-force.ts';
import type { StartOptions } from './start-options.ts';
import { localAnchoring, refuseOtherEvidence } from './state/evidence-anchoring.ts';
import { localFingerprintKey } from './state/fingerprint-key.ts';
import { keptAnswers } from './state/kept-answers.ts';
import { localLinks } from './state/link-key.ts';
import { metricsToken } from './state/metrics-token.ts';
import { type Addresses, type Claim, claimRunning, linksTo } from './state/running-file.ts';
import {
  bindOrigin,
  originOf,
  prepareStateFolder,
  startOver,
  type StateFolder,
  stateFolderAt,
  type StateOrigin,
} from './state/state-folder.ts';
import { openOwnStorage } from './storage/open-own-storage.ts';
import { namedEngine, openStorage, type Storage } from './storage/open-storage.ts';
import { refuseEarlierLedger } from './storage/refuse-earlier-ledger.ts';

/** Missing keys of an installation with signed evidence, and the consequences, in words for people. */
export function describeMissingKeys(folder: StateFolder): readonly string[] {
  if (!existsSync(folder.anchorsFile)) {
    return [];
  }
  const keys = [
    [folder.fingerprintKeyFile, 'every secret in the controls looks changed once'],
    [folder.linkKeyFile, 'links in mails that were sent before work no more'],
    [folder.evidenceKeyFile, 'heads of the evidence are signed with another key, which is reported'],
  ] as const;
  return keys
    .filter(([file]) => !existsSync(file))
    .map(
      ([file, what]) =>
        `${file} is missing. A new key is made, and ${what}; to avoid that, stop and put the file back.`,
    );
}

export interface Everything {
  readonly folder: StateFolder;
  /** Whether tables are in the folder, not at an external engine. */
  readonly hasOwnTables: boolean;
  readonly settings: Settings;
  readonly isDemo: boolean;
  readonly demoName: DemoName | undefined;
  readonly storage: Storage;
  readonly mail: MailService;
  readonly platform: OpenPlatform;
  readonly addresses: Addresses;
  readonly jobs: JobResources;
  readonly noteSettings: () => Promise<void>;
  readonly console: AdminApi;
}

interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly closers: Closers;
  readonly platformLogger: PlatformLogger;
  readonly onMailsSent: (sent: MailsSent) => void;
  readonly onInvalidSettings: (problem: string) => void;
  readonly onNotice: (text: string) => void;
  readonly onApiError: (error: unknown) => void;
  readonly onConsoleBuilt: (outcome: BuildOutcome) => void;
  /** Makes a run requested at the admin API. Must not reject. */
  readonly onRunAsked: (everything: Everything, request: RunRequest) => Promise<'ended' | 'busy'>;
}

/** Opens and announces every part; `closers` has them even on failure. Throws CannotStartError and parts' errors. */
export async function openEverything(options: StartOptions, world: World): Promise<Everything> {
  const env = readLocalEnvironment(world.env);
  const folder = stateFolderAt(options.stateDir);
  prepareStateFolder(folder).forEach(world.onNotice);
  const claim = claimAlone(folder);
  world.closers.add(() => claim.giveBack());
  if (options.fresh) {
    startAfresh(folder, env);
  }
  describeMissingKeys(folder).forEach(world.onNotice);
  const demoName = takeOrigin(folder, env, options);
  const isDemo = env.platform === undefined;
  // First: invalid settings prevent the start.
  readSettings(folder.settingsFile, { isDemo });
  const ports = await choosePorts(options.portBase);
  const parts = await openParts({ folder, env, ports, demoName }, world);
  (await repairSettings(folder.settingsFile, stores.settingsVersions(parts.storage))).forEach(world.onNotice);
  const settings = readSettings(folder.settingsFile, { isDemo });
  const links = localLinks(folder.linkKeyFile);
  const asked = askedRuns({ run: async (request) => world.onRunAsked(everything, request) });
  world.closers.add(async () => asked.stop());
  const api = await openAdminApi(
    { folder, links, storage: parts.storage, port: ports.api, starter: asked, options },
    world,
  );
  const door = { address: api.address, secret: api.secret, console: options.console };
  const addresses = { ...addressesOf(parts), door };
  claim.announce(addresses);
  const inForce = settingsInForce({
    file: folder.settingsFile,
    isDemo,
    versions: stores.settingsVersions(parts.storage),
    onInvalid: world.onInvalidSettings,
  });
  const mailer = mailerOf({ ...parts, folder, links, settings: () => inForce.current(), onSent: world.onMailsSent });
  const resources = {
    clock: systemClock,
    storage: parts.storage,
    platform: parts.platform.client,
    mailer,
    fingerprint: async () => secretFingerprint(localFingerprintKey(folder.fingerprintKeyFile)),
    anchoring: localAnchoring(folder, () => inForce.current(), { makesKey: true }),
  };
  const everything: Everything = {
    folder,
    hasOwnTables: env.dynamoEndpoint === undefined,
    settings,
    isDemo,
    demoName,
    addresses,
    ...parts,
    get jobs() {
      return { ...resources, settings: { ...linksTo(door), ...inForce.current() } };
    },
    noteSettings: async () => inForce.note(),
    console: api,
  };
  return everything;
}

/** Closes before the tables. */
async function openAdminApi(
  {
    folder,
    links,
    storage,
    port,
    starter,
    options,
  }: {
    readonly folder: StateFolder;
    readonly links: LinkSigner;
    readonly storage: Storage;
    readonly port: number;
    readonly starter: RunStarter;
    readonly options: StartOptions;
  },
  { closers, onApiError, onConsoleBuilt }: World,
): Promise<AdminApi> {
  const access = accessTo({ folder, isRunning: true }, newClosers());
  const installation = { ...storesOn(storage), ...access };
  const { endpoint, accessKeyId, tables } = storage;
  const data = { stateDir: folder.dir, endpoint, accessKeyId, tables };
  const figures = figuresOfLarge({ ...data, users: installation.users, onError: onApiError });
  closers.add(async () => figures.end());
  const api = await startAdminApi({
    installation,
    console: {
      files: openConsole({ isWanted: options.console && !options.once, onBuilt: onConsoleBuilt }),
      people: async () =>
        originOf(folder)?.kind === 'demo'
          ? peopleOfDemo(
              installation.readSettings().roles,
              (await installation.budgets.list()).budgets,
              (await installation.users.list()).flatMap(({ email }) => email ?? []),
            )
          : [],
    },
    port,
    links,
    metricsToken: metricsToken(folder.metricsTokenFile),
    starter,
    keep: keptAnswers(folder),
    figures,
    onError: onApiError,
  });
  closers.add(async () => api.close());
  if (options.console && !options.once) {
    void figures.prepare().catch(onApiError);
  }
  return api;
}

/** Records the state's origin, or refuses another one; returns a named demo's name. */
function takeOrigin(folder: StateFolder, env: LocalEnvironment, options: StartOptions): DemoName | undefined {
  const name = demoNameOf(folder, env, options);
  const origin: StateOrigin =
    env.platform === undefined ? { kind: 'demo', name } : { kind: 'platform', baseUrl: env.platform.baseUrl };
  refuseOtherEvidence(folder, origin);
  bindOrigin(folder, origin);
  return name;
}

function demoNameOf(folder: StateFolder, { platform }: LocalEnvironment, { demo }: StartOptions): DemoName | undefined {
  if (demo !== undefined && platform !== undefined) {
    throw new CannotStartError('--demo is a made-up organization, and CURFEW_BASE_URL names a real one; unset it');
  }
  const origin = originOf(folder);
  return demo ?? (origin?.kind === 'demo' ? origin.name : undefined);
}

interface OpenParts {
  readonly storage: Storage;
  readonly mail: MailService;
  readonly platform: OpenPlatform;
}

async function openParts(
  {
    folder,
    env,
    ports,
    demoName,
  }: {
    readonly folder: StateFolder;
    readonly env: LocalEnvironment;
    readonly ports: Ports;
    readonly demoName: DemoName | undefined;
  },
  { closers, platformLogger, onNotice }: World,
): Promise<OpenParts> {
  const storage = await (env.dynamoEndpoint === undefined
    ? openOwnStorage(folder, { port: ports.engine, onTrouble: onNotice })
    : openStorage(namedEngine(env.dynamoEndpoint, env.dynamoAccessKeyId)));
  closers.add(async () => storage.close());
  await refuseEarlierLedger(storage.dynamo, storage.tables.ledger, folder.dir);
  const mail = await openMail(
    env.sesEndpoint === undefined ? { file: folder.inboxFile, port: ports.inbox } : { endpoint: env.sesEndpoint },
  );
  closers.add(async () => mail.close());
  const platform =
    env.platform === undefined
      ? await openDemoPlatform(
          { file: folder.emulatorFile, port: ports.platform, name: demoName },
          { logger: platformLogger },
        )
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

function addressesOf({ storage, mail, platform }: OpenParts): Addresses {
  return {
    dynamo: storage.endpoint,
    dynamoAccessKeyId: storage.accessKeyId,
    ses: mail.endpoint,
    platform: platform.baseUrl,
    inbox: mail.inbox,
  };
}
