import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { CannotStartError } from '../../local/cannot-start-error.ts';
import { newClosers } from '../../local/closers.ts';
import { type OpenedTables, openTables } from '../../local/installation.ts';
import { type GivenPlatform, readLocalEnvironment } from '../../local/local-environment.ts';
import { demoPlatformAt } from '../../local/open-platform.ts';
import { readSettings } from '../../local/settings/read-settings.ts';
import { localAnchoring } from '../../local/state/evidence-anchoring.ts';
import { originOf, type StateFolder, stateFolderAt } from '../../local/state/state-folder.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { EnvironmentError } from '../../shared/kernel/runtime/read-environment.ts';
import { noAdmin } from '../../shared/notifications/no-admin.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { checkTables } from './check-tables.ts';
import { type Check, type CheckResult, failed, ok, warning } from './check.ts';
import { judgeAdmins, judgeEvidence, stateChecks } from './judge-state.ts';
import { openPlatform } from './platform/open-platform.ts';
import { clockCheck, type ClockWork, platformChecks } from './platform/platform-checks.ts';
import { watchPlatform } from './platform/platform-watch.ts';

/** An installation on this machine, opened part by part: what cannot be opened is a finding, and no end. */
type MachineWork = Awaited<ReturnType<typeof openMachine>>;

/** Nothing is opened yet but the folder, which must be that of an installation. */
export async function openMachine(
  context: CommandContext,
  chosen: { readonly stateDir: string; readonly isNamed: boolean },
) {
  const folder = stateFolderAt(await stateDirOf(context, chosen));
  const { env } = context.io;
  const closers = newClosers();
  const watch = watchPlatform();
  const { signal } = new AbortController();
  const nowMs = context.io.now();
  let opened: Promise<OpenedTables> | undefined;
  const tables = async () =>
    (opened ??= openTables({ stateDir: folder.dir, env, onNotice: (text) => context.note(text) }, closers));
  return {
    context,
    folder,
    nowMs,
    signal,
    watch,
    environment: () => readLocalEnvironment(env),
    settings: () => readSettings(folder.settingsFile, { isDemo: originOf(folder)?.kind === 'demo' }),
    tables,
    /** Undefined where there is none to speak to. */
    platform: async (): Promise<PlatformClient | undefined> => {
      const { running } = await tables();
      const given = accessOf(folder, readLocalEnvironment(env).platform, running?.platform);
      return given === undefined
        ? undefined
        : openPlatform(
            { baseUrl: given.baseUrl, appUrl: given.appUrl, readKey: async () => given.apiKey, nowMs, signal },
            watch,
          ).probe;
    },
    close: async (): Promise<void> => closers.closeAll(),
  };
}

function accessOf(
  folder: StateFolder,
  given: GivenPlatform | undefined,
  running: string | undefined,
): GivenPlatform | undefined {
  const isDemo = originOf(folder)?.kind === 'demo' && (given === undefined || given.baseUrl === running);
  return isDemo ? (running === undefined ? undefined : demoPlatformAt(running)) : given;
}

const state = stateChecks<MachineWork>(['tables'], async ({ tables, settings, nowMs }) => ({
  stores: (await tables()).stores,
  settings,
  nowMs,
}));

/** What an installation on this machine rests on. */
export const machineChecks: readonly Check<MachineWork>[] = [
  {
    name: 'environment',
    about: 'Installation',
    proves: 'every variable of the environment that Curfew reads is right',
    needs: [],
    run: async (work) => Promise.resolve(checkEnvironment(work)),
  },
  {
    name: 'folder',
    about: 'Installation',
    proves: 'no other user of this machine reads the state',
    needs: [],
    run: async ({ folder }) => Promise.resolve(checkFolder(folder)),
  },
  {
    name: 'settings',
    about: 'Installation',
    proves: 'the settings are valid, and someone is notified',
    needs: [],
    run: async (work) => Promise.resolve(checkSettings(work)),
  },
  {
    name: 'tables',
    about: 'Installation',
    proves: 'every table is there as defined',
    needs: ['environment'],
    async run({ tables }) {
      const { storage } = await tables();
      return checkTables(storage, { isDeployed: false });
    },
  },
  {
    name: 'running',
    about: 'Installation',
    proves: 'the installation is running, so that its schedules are kept',
    needs: ['tables'],
    async run({ tables, folder }) {
      return (await tables()).running === undefined
        ? warning('nothing runs here: no schedule is kept', `start it: npm start -- --state ${folder.dir}`)
        : ok();
    },
  },
  state.sizes,
  ...platformChecks.filter(({ name }) => name !== 'readiness').map(onMachine),
  onMachine(clockCheck),
  {
    name: 'sender',
    about: 'Mail',
    proves: 'mails leave this machine, as a sender of its own',
    needs: ['environment', 'settings'],
    run: async (work) => Promise.resolve(checkSender(work)),
  },
  state.recipients,
  {
    name: 'evidence',
    about: 'Installation',
    proves: 'the evidence of the controls is signed, and as it was signed',
    needs: ['tables', 'settings'],
    async run({ tables, folder, settings, nowMs }) {
      return judgeEvidence((await tables()).stores, localAnchoring(folder, settings), nowMs);
    },
  },
  state.live,
  state.runs,
];

/** A check of the platform, which is skipped where there is none to speak to. */
function onMachine(check: Check<ClockWork>): Check<MachineWork> {
  return {
    ...check,
    needs: ['tables', 'settings', ...check.needs],
    async run({ folder, platform, settings, watch, nowMs, signal }) {
      const probe = await platform();
      if (probe !== undefined) {
        const clockToleranceMs = settings().clockToleranceSeconds * 1_000;
        return check.run({ probe, watch, nowMs, namesApp: false, clockToleranceMs, signal });
      }
      if (originOf(folder)?.kind === 'demo') {
        return { kind: 'skipped', reason: 'the platform of the demo runs with npm start' };
      }
      return check.name !== 'key'
        ? { kind: 'skipped', reason: 'there is no platform to speak to' }
        : failed('there is no platform to speak to', 'set CURFEW_BASE_URL and CURFEW_API_KEY');
    },
  };
}

function checkEnvironment({ environment, folder }: MachineWork): CheckResult {
  try {
    const { platform, dynamoEndpoint, sesEndpoint } = environment();
    const place = platform?.baseUrl ?? (originOf(folder)?.kind === 'demo' ? 'that of the demo' : 'not named');
    return ok([
      `platform: ${place}`,
      `tables: ${dynamoEndpoint ?? 'in the folder'}`,
      `mail: ${sesEndpoint ?? 'the inbox of this machine'}`,
    ]);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) {
      throw error;
    }
    return failed(error.message.replaceAll(/\n\s*/gu, ' '), 'correct these variables, or unset them');
  }
}

const othersMay = 0o077;

/** What is in a folder that others may not enter is out of their reach. Some systems have no rights of this kind. */
function checkFolder(folder: StateFolder): CheckResult {
  const isOpen = (path: string): boolean => (statSync(path).mode & othersMay) !== 0;
  if (process.platform === 'win32' || !isOpen(folder.dir)) {
    return ok([folder.dir]);
  }
  const open = readdirSync(folder.dir).filter((name) => isOpen(join(folder.dir, name)));
  return warning(
    `others on this machine may enter ${folder.dir}${open.length === 0 ? '' : ` and read ${open.join(', ')}`}`,
    `take their rights away: chmod -R go= ${folder.dir}`,
  );
}

function checkSettings({ settings, folder }: MachineWork): CheckResult {
  try {
    return judgeAdmins(settings(), noAdmin.command);
  } catch (error) {
    if (!(error instanceof CannotStartError)) {
      throw error;
    }
    return failed(
      error.message.replaceAll(/\n\s*/gu, ' '),
      `correct ${folder.settingsFile}; "npx curfew settings validate" checks it`,
    );
  }
}

const placeholderSender = '@localhost.localdomain';

function checkSender({ environment, settings, folder }: MachineWork): CheckResult {
  if (originOf(folder)?.kind === 'demo') {
    return ok(['the demo catches its mails in its inbox']);
  }
  if (environment().sesEndpoint === undefined) {
    return warning(
      'mails are caught in the inbox of this machine and go no further',
      'set AWS_ENDPOINT_URL_SES to the endpoint of SES in your region, and sign in to AWS',
    );
  }
  const { mailFrom } = settings();
  return mailFrom.endsWith(placeholderSender)
    ? failed(`the sender is ${mailFrom}, which is no real address`, 'npx curfew settings set mailFrom EMAIL')
    : ok([mailFrom]);
}
