import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { startEmulator } from '../../../emulator/start-emulator.ts';
import { demoOrganizationOf } from '../../../local/demo/demo-organization.ts';
import { loadDemoBudgets } from '../../../local/demo/load-demo-budgets.ts';
import { startMailCatcher } from '../../../local/mail/open-mail.ts';
import { demoPlatformAt, openPlatform } from '../../../local/open-platform.ts';
import { prepareStateFolder, stateFolderAt } from '../../../local/state/state-folder.ts';
import { openOwnStorage } from '../../../local/storage/open-own-storage.ts';
import { dynamoBudgetStore } from '../../../shared/budgets/store.ts';
import { randomIds } from '../../../shared/kernel/runtime/random-ids.ts';
import { dynamoTeamStore } from '../../../shared/teams/store.ts';
import { type MovedProgram, startMoved } from './program.ts';
import { openTap, type Tap } from './tap.ts';

/** The checkout that this file is in. */
export const thisCheckout = join(import.meta.dirname, '..', '..', '..');

const admin = 'finops@acme.example';
const organization = demoOrganizationOf('acme');

/** What a program of an installation is started with. */
export interface Order {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly root?: string;
  readonly through?: readonly string[];
}

/** A mail that the mail service has taken. */
export interface TakenMail {
  readonly to: string;
  readonly subject: string;
}

/** A single-machine installation with the platform's emulator and a mail catcher of its own. */
export interface Machine {
  readonly stateDir: string;
  /** The emulator, without its proxy: for its side channel. */
  readonly platformUrl: string;
  readonly platform: Tap;
  readonly mailService: Tap;
  /** One night of `npm start -- --once`. */
  night(order: Order): MovedProgram;
  /** A command of the command line. */
  command(args: readonly string[], order: Order): MovedProgram;
  /** Moves the platform's standing clock. */
  moveTo(atMs: number): Promise<void>;
  /** The mails that were taken so far. */
  mails(): Promise<readonly TakenMail[]>;
  close(): Promise<void>;
}

const Mails = z.object({
  emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
});

/** Opens the demo organization of 24 people in an empty folder, with budgets as of `beginMs`. */
export async function openMachine(dir: string, beginMs: number): Promise<Machine> {
  const stateDir = join(dir, 'state');
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(stateDir, 'settings.yaml'), `admins: [${admin}]\n`, { mode: 0o600 });
  const today = new Date(beginMs).toISOString().slice(0, 10);
  const emulator = await startEmulator({ ...organization, port: 0, today });
  const catcher = await startMailCatcher();
  // Catchers of one process share their mails.
  await fetch(`${catcher.url}/clear-store`, { method: 'POST' });
  let aheadMs = 0;
  const nowMs = (): number => Date.now() + aheadMs;
  const [platform, mailService] = await Promise.all([openTap(emulator.url, nowMs), openTap(catcher.url, nowMs)]);
  await loadBudgets(stateDir, emulator.url, beginMs);
  const env = {
    CURFEW_BASE_URL: platform.url,
    CURFEW_API_KEY: demoPlatformAt(platform.url).apiKey,
    AWS_ENDPOINT_URL_SES: mailService.url,
    NODE_COMPILE_CACHE: join(dir, 'compiled'),
  };
  const start = (file: string, args: readonly string[], { root = thisCheckout, ...order }: Order): MovedProgram => {
    aheadMs = order.atMs - Date.now();
    return startMoved({ file, args: [...args, '--state', stateDir], root, env, ...order });
  };
  return {
    stateDir,
    platformUrl: emulator.url,
    platform,
    mailService,
    night: (order) => start('local/main.ts', ['--once', '--no-console'], order),
    command: (args, order) => start('cli/main.ts', args, order),
    moveTo: async (atMs) => tell(`${emulator.url}/__sim/clock`, { now: new Date(atMs).toISOString() }),
    async mails() {
      const { emails } = Mails.parse(await (await fetch(`${catcher.url}/store`)).json());
      return emails.flatMap(({ subject, destination }) => destination.to.map((to) => ({ to, subject })));
    },
    async close() {
      await Promise.all([platform.close(), mailService.close()]);
      await emulator.close();
      await catcher.close();
    },
  };
}

/** Posts to the emulator's side channel. Raises an Error when it is refused. */
export async function tell(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) {
    throw new Error(`${url}: ${response.status} ${await response.text()}`);
  }
}

async function loadBudgets(stateDir: string, emulatorUrl: string, nowMs: number): Promise<void> {
  const folder = stateFolderAt(stateDir);
  prepareStateFolder(folder);
  const storage = await openOwnStorage(folder, { onTrouble: (text) => process.stdout.write(`${text}\n`) });
  const { dynamo, tables } = storage;
  const stores = { budgets: dynamoBudgetStore(dynamo, tables), teams: dynamoTeamStore(dynamo, tables) };
  const roster = openPlatform(demoPlatformAt(emulatorUrl)).client;
  await loadDemoBudgets({ ...stores, ids: randomIds }, { emulatorUrl, nowMs, roster });
  await storage.close();
}
