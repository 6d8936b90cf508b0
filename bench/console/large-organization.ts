import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { loadDemoBudgets } from '../../local/demo/load-demo-budgets.ts';
import { openInstallation } from '../../local/installation.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { createPlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { putPastUse } from '../scale/past-use.ts';
import { hostilePeople } from './hostile-people.ts';

interface LargeOrganization {
  readonly users: number;
  /** So many of them have names and emails that break pages. */
  readonly hostile: number;
  readonly stateDir: string;
  readonly portBase: number;
}

const startMsMax = 600_000;

/** Roles in an organization that is no demo; the pages are looked at as each of them. */
const settings = {
  admins: ['admin@acme.example'],
  roles: {
    viewers: ['viewer@acme.example'],
    budgetAdmins: ['budgets@acme.example'],
    approvers: ['approver@acme.example'],
    security: ['security@acme.example'],
    teamOwners: { data: ['data-lead@acme.example'] },
  },
};

/** So many days back forecasts and estimates look. */
const pastDays = 120;

/**
 * Makes the state of a large organization as months of nights would have left it: its roster on an emulator, budgets
 * and teams in its tables, its first night and its first looks, and what everybody used before that.
 */
export async function makeLargeOrganization(order: LargeOrganization): Promise<void> {
  mkdirSync(order.stateDir, { recursive: true });
  writeFileSync(stateFolderAt(order.stateDir).settingsFile, JSON.stringify(settings));
  const emulator = await startEmulator(order);
  try {
    await addHostilePeople(emulator.url, order.hostile);
    await putBudgets(emulator.url, order);
    await firstNight(emulator.url, order);
    await putPast(order);
  } finally {
    await ended(emulator.child);
  }
}

async function putPast({ stateDir }: LargeOrganization): Promise<void> {
  const installation = await openInstallation({ stateDir, env: {} });
  try {
    const { ledger, users } = installation;
    const today = dayOf(systemClock.now());
    const from = addDays(today, -pastDays);
    const [first] = await ledger.listDays({ from, through: today });
    await putPastUse(ledger, await users.list(), { from, through: addDays(first?.day ?? today, -1) });
  } finally {
    await installation.close();
  }
}

interface Emulator {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startEmulator({ users, stateDir, portBase }: LargeOrganization): Promise<Emulator> {
  const main = join(import.meta.dirname, '..', '..', 'emulator', 'main.ts');
  const state = `${stateDir}.platform.json`;
  const child = spawn(
    process.execPath,
    [main, '--port', String(portBase + 50), '--users', String(users), '--state', state],
    { stdio: ['ignore', 'pipe', 'inherit'], env: childEnvironment(process.env, 'tool') },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.:]+/u.exec(line)?.[0];
    if (url !== undefined) {
      return { child, url };
    }
  }
  throw new Error('the emulator did not start');
}

async function addHostilePeople(url: string, count: number): Promise<void> {
  for (const person of hostilePeople(count)) {
    const answer = await fetch(`${url}/__sim/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, metadata: { team: 'data' } }),
    });
    if (!answer.ok) {
      throw new Error(`${person.email} was not taken: ${await answer.text()}`);
    }
  }
}

/** Those of the demo, whose departments are the teams of the roster. */
async function putBudgets(url: string, { stateDir }: LargeOrganization): Promise<void> {
  const installation = await openInstallation({ stateDir, env: {} });
  try {
    const roster = createPlatformClient({
      baseUrl: url,
      appUrl: url,
      readKey: async () => Promise.resolve('owner-key'),
      fetch: globalThis.fetch,
      clock: systemClock,
      random: () => Math.random(),
    });
    const { budgets, teams } = installation;
    await loadDemoBudgets({ budgets, teams, ids: randomIds }, { emulatorUrl: url, nowMs: systemClock.now(), roster });
  } finally {
    await installation.close();
  }
}

async function firstNight(platformUrl: string, { stateDir, portBase }: LargeOrganization): Promise<void> {
  const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts');
  const child = spawn(process.execPath, [main, '--no-console', '--state', stateDir, '--port-base', String(portBase)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...childEnvironment(process.env, 'tool'), CURFEW_BASE_URL: platformUrl, CURFEW_API_KEY: 'owner-key' },
  });
  try {
    await runsOnSchedule(child);
  } finally {
    await ended(child);
  }
}

/** Its first night is done when it says how to stop it. */
async function runsOnSchedule(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it did not start: ${output}`)), startMsMax);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl-C')) {
        clearTimeout(late);
        resolve();
      }
    });
    child.once('exit', () => reject(new Error(`it did not start: ${output}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGINT');
    await once(child, 'close');
  }
}
