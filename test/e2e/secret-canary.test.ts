import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { MailCatcher } from '../../local/mail/open-mail.ts';
import { openRunningInstallation } from '../../local/running-installation.ts';
import { localTableNames } from '../../local/storage/create-tables.ts';
import { watchControls } from '../../shared/controls/use-cases/watch-controls.ts';
import { enforceBudgets } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { byHandJobs, jobNamed } from '../../shared/jobs.ts';
import { metricsVariable } from '../../shared/kernel/runs/contract/run-metrics.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { createLogger } from '../../shared/kernel/runtime/logger.ts';
import { scheduledHandler } from '../../shared/kernel/runtime/scheduled-handler.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { enforceHandler, EnforceRequest } from '../../shared/wiring/handlers/enforce-handler.ts';
import { logPlatformEvent } from '../../shared/wiring/lambda/function-platform.ts';
import { useEmulator } from '../support/emulator.ts';
import { commandNames, everyCommand } from '../support/every-command.ts';
import { hostileSettings } from '../support/hostile-settings.ts';
import { useInstallation } from '../support/installation.ts';
import { startEmptyMailCatcher } from '../support/mail-catcher.ts';
import { startPlantingProxy, type PlantingProxy } from '../support/planting-proxy.ts';
import { drawnSecret, ordinarySecret, traceFinder, type OrdinaryShape } from '../support/secret-traces.ts';
import { useEngine } from '../support/test-engine.ts';

/**
 * A platform that lets secrets slip wherever it can, and one night, two looks at the controls and every command on it:
 * whatever is written anywhere is looked through for any eight characters of any of them.
 */
const timeoutMs = 300_000;
const engine = useEngine();
const key = drawnSecret(1);
const posted: string[] = [];

/** Everything that came out, by the way it went. */
const sinks = {
  mails: '',
  logs: '',
  tables: '',
  errors: '',
  deadLetters: '',
  commands: '',
  documents: '',
  files: '',
};

const emulator = useEmulator({ users: 12 });
const installation = useInstallation({ env: () => env }, 'file');
const { fileOf, pathOf } = installation;
let proxy: PlantingProxy;
let mail: MailCatcher;
let env: Readonly<Record<string, string>> = {};
let findTrace: (text: string) => string | undefined;

beforeAll(async () => {
  mkdirSync(pathOf('out'));
  proxy = await startPlantingProxy({ target: emulator.url, targetKey: 'owner-key', key });
  mail = await startEmptyMailCatcher();
  env = {
    CURFEW_HOOK_CONFIG: pathOf('hook.json'),
    CURFEW_BASE_URL: proxy.url,
    CURFEW_API_KEY: key,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
    AWS_ENDPOINT_URL_SES: mail.url,
  };
  fileOf('state/settings.yaml', 'admins: [finops@acme.example]\n');
  await postUser();
  await useEverything();
  await readSinks();
  findTrace = traceFinder(everySecret());
}, timeoutMs);

afterAll(async () => {
  await proxy.close();
  await mail.close();
});

function nextSecret(shape?: OrdinaryShape): string {
  const number = 10_000 + posted.length;
  posted.push(
    shape === undefined
      ? drawnSecret(number, number % 2 === 0 ? 'base64url' : 'base64')
      : ordinarySecret(number, shape),
  );
  return posted.at(-1) ?? '';
}

async function postUser(): Promise<void> {
  const metadata = { dept: 'lab', token: nextSecret(), [nextSecret()]: { note: nextSecret() } };
  await emulator.tell('/__sim/users', { email: 'ann@acme.example', firstName: 'Ann', metadata });
}

async function changeControls(): Promise<void> {
  const user = { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' };
  await emulator.tell('/__sim/controls', { settings: hostileSettings(nextSecret), user });
}

/** The real handlers with the real logger on the real tables, and then every command. */
async function useEverything(): Promise<void> {
  await curfew('teams', 'set', 'lab', '--member', 'metadata.dept=lab');
  await curfew('budgets', 'set', 'default', 'month', '1000', '--owners', 'lead@acme.example');
  await curfew('budgets', 'set', 'team:lab', 'month', '5000', '--guarantee', 'strict');
  await curfew('budgets', 'set', 'org', 'month', '90000');
  await changeControls();
  await invokeFunctions('2026-03-15T02:30:00Z');
  await changeControls();
  await invokeFunctions('2026-03-15T03:30:00Z');
  await changeControls();
  await curfew('run', 'enforce', '--at', '2026-03-15T04:30:00Z');
  await curfew('run', 'controls', '--at', '2026-03-15T04:35:00Z');
  await curfew('fleet', 'set', 'builder-[01-05]');
  for (const { name } of byHandJobs.filter(({ name: job }) => job !== 'enforce' && job !== 'controls')) {
    await curfew('run', name, '--at', '2026-03-15T04:40:00Z');
  }
  const [before = '', after = ''] = ['before.json', 'after.json'].map((name) =>
    fileOf(name, JSON.stringify(hostileSettings(nextSecret))),
  );
  for (const line of everyCommand({ out: pathOf('out'), before, after })) {
    await curfew(...line);
    await curfew(...line, '--json');
  }
  proxy.refuseKey();
  await invokeFunctions('2026-03-16T02:30:00Z');
  await curfew('run', 'enforce', '--at', '2026-03-16T03:30:00Z');
  await curfew('run', 'controls', '--at', '2026-03-16T03:35:00Z', '--json');
  for (const watcher of ['sessions', 'computers', 'readiness', 'roster', 'digest']) {
    await curfew('run', watcher, '--at', '2026-03-16T03:40:00Z');
  }
}

const used = new Set<string>();

async function curfew(...args: readonly string[]): Promise<void> {
  used.add(args.join(' '));
  const { stdout, stderr, exitCode } = await installation.commandLine({ answer: true })(...args);
  // Wrong usage would show that this test has fallen behind the commands.
  expect(exitCode, `${args.join(' ')}: ${stderr}`).not.toBe(2);
  sinks.commands += `${stdout}\n${stderr}\n`;
  sinks.documents += args.includes('--json') ? stdout : '';
}

async function invokeFunctions(scheduledTime: string): Promise<void> {
  const logged = vi.spyOn(process.stdout, 'write').mockImplementation(intoLog);
  const alsoLogged = vi.spyOn(process.stderr, 'write').mockImplementation(intoLog);
  // Metrics are made of lines of the logs.
  vi.stubEnv(metricsVariable, 'all');
  const logger = createLogger('canary');
  const calls = { logger: (event: Parameters<typeof logPlatformEvent>[1]) => logPlatformEvent(logger, event) };
  const onMailsSent = (sent: unknown) => {
    sinks.logs += JSON.stringify(sent);
  };
  const opened = await openRunningInstallation({ stateDir: pathOf('state'), env, calls, onMailsSent });
  try {
    const { settings } = opened;
    // On time: a night that comes on another day sends nothing.
    const lateMs = systemClock.now() - Date.parse(scheduledTime);
    const clock = { now: () => systemClock.now() - lateMs };
    const deps = { logger, clock };
    const enforce = enforceHandler({
      ...deps,
      steps: immediateSteps(),
      run: async (order) =>
        opened.mailer.after(enforceBudgets({ ...opened.enforcementPorts(), clock }, settings, order)),
    });
    const watch = scheduledHandler(jobNamed('controls'), {
      ...deps,
      run: async (order) => opened.mailer.after(watchControls({ ...opened.watchPorts(), clock }, { settings }, order)),
    });
    await kept({ job: 'enforce', schedule: 'nightly', scheduledTime } as const, (event) =>
      enforce(EnforceRequest.parse(event), aContext()),
    );
    await kept({ job: 'controls', schedule: 'c', scheduledTime } as const, (event) => watch(event, aContext()));
  } finally {
    await opened.close();
    logged.mockRestore();
    alsoLogged.mockRestore();
  }
}

function intoLog(chunk: string | Uint8Array): boolean {
  sinks.logs += String(chunk);
  return true;
}

/** An event that fails is kept as a dead letter: word for word, with the message of the error beside it. */
async function kept<T>(event: T, invoke: (event: T) => Promise<unknown>): Promise<void> {
  try {
    await invoke(event);
  } catch (error) {
    sinks.errors += `${inspect(error, { depth: 20, showHidden: true })}\n${String(error)}\n`;
    sinks.deadLetters += JSON.stringify({ event, message: error instanceof Error ? error.message : '' });
  }
}

function aContext(): Context {
  const context: Partial<Context> = {
    functionName: 'canary',
    awsRequestId: 'r',
    getRemainingTimeInMillis: () => 900_000,
  };
  // The rest of the context is read by nobody here.
  return context as Context;
}

async function readSinks(): Promise<void> {
  sinks.mails = await (await fetch(`${mail.url}/store`)).text();
  for (const TableName of Object.values(localTableNames())) {
    for await (const { Items = [] } of paginateScan({ client: engine.dynamo() }, { TableName })) {
      sinks.tables += Items.map((item) => `${TableName} ${JSON.stringify(unpacked(item))}\n`).join('');
    }
  }
  for (const folder of ['state', 'out'].map((name) => pathOf(name))) {
    // The key of the fingerprints is kept where only its owner reads it, and is looked for everywhere else.
    const names = readdirSync(folder).filter((name) => name !== 'fingerprint.key');
    sinks.files += names.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
  }
}

/** Large documents are kept compressed. */
function unpacked(item: Readonly<Record<string, unknown>>): unknown {
  const { text } = item;
  const isPacked = typeof text === 'string' && text.startsWith('H4sI') && item['pieces'] === 1;
  return isPacked ? { ...item, text: gunzipSync(Buffer.from(text, 'base64')).toString() } : item;
}

function everySecret(): readonly string[] {
  const fingerprintKey = readFileSync(pathOf('state', 'fingerprint.key'), 'utf8').trim();
  return [key, fingerprintKey, ...posted, ...proxy.planted()];
}

describe('of secrets at every leaf and container of what the platform answers', () => {
  test.for(Object.keys(sinks) as (keyof typeof sinks)[])(
    '%s hold no eight characters, in whatever spelling',
    (sink) => {
      expect(sinks[sink].length).toBeGreaterThan(100);
      expect(findTrace(sinks[sink])).toBeUndefined();
    },
  );

  test('there are many, a run met them, and one that slipped through would be found', () => {
    const [one = ''] = proxy.planted();

    const found = ['raw', 'base64', 'hex', 'URL'].map((spelling) => findTrace(spelt(one, spelling)));

    expect(everySecret().length).toBeGreaterThan(300);
    // Texts of this length would drown the report of a failure.
    const isThere = witnesses.map(([sink, words]) => ({ sink, words, isThere: sinks[sink].includes(words) }));
    expect(isThere.filter((each) => !each.isThere)).toEqual([]);
    expect(found).not.toContain(undefined);
  });

  test('every command was used', async () => {
    const leaves = await commandNames();

    expect(
      leaves.filter(
        (addCommand) => ![...used].some((line) => line === addCommand || line.startsWith(`${addCommand} `)),
      ),
    ).toEqual([]);
  });
});

/** What shows that the runs met the secrets, and did their work all the same. */
const witnesses: readonly (readonly [sink: keyof typeof sinks, words: string])[] = [
  ['logs', 'calling the platform again'],
  ['logs', 'rows of the platform could not be read'],
  ['logs', 'fields that are not documented'],
  ['logs', '"capsChanged":12'],
  ['logs', '"_aws"'],
  ['tables', '$secret'],
  ['tables', 'cap-failed'],
  ['mails', 'eve@acme.example'],
  ['mails', 'customModels'],
  ['commands', 'customModels'],
  ['errors', 'unauthorized (status 401): No: [secret:not shown]'],
  ['files', 'customModels'],
];

function spelt(secret: string, spelling: string): string {
  const bytes = Buffer.from(`x${secret}y`);
  return (
    {
      raw: secret.slice(4, 12),
      base64: bytes.toString('base64'),
      hex: bytes.toString('hex'),
      URL: encodeURIComponent(secret),
    }[spelling] ?? ''
  );
}
