import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import { loadDemoBudgets } from '../../local/demo/load-demo-budgets.ts';
import { findRunningDoor } from '../../local/state/running-door.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { openInstallation } from '../../local/installation.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import { childEnvironment } from '../../shared/runtime/child-environment.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { hostilePeople } from './hostile-people.ts';

export interface LargeOrganization {
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

/** An installation that runs, with the platform that it watches. To be closed. */
export interface RunningOrganization {
  readonly stateDir: string;
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Makes an installation of a large organization as people make one: its roster on an emulator, budgets and teams in
 * its tables, then its first night and its first looks. What it leaves in the folder can be started again.
 */
export async function makeLargeOrganization(order: LargeOrganization): Promise<RunningOrganization> {
  mkdirSync(order.stateDir, { recursive: true });
  writeFileSync(stateFolderAt(order.stateDir).settingsFile, JSON.stringify(settings));
  const emulator = await startEmulator(order);
  try {
    await addHostilePeople(emulator.url, order.hostile);
    await putBudgets(emulator.url, order);
    return await startOn(emulator, order);
  } catch (error) {
    await ended(emulator.child);
    throw error;
  }
}

/** Starts what was made before. */
export async function startLargeOrganization(order: LargeOrganization): Promise<RunningOrganization> {
  return startOn(await startEmulator(order), order);
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

async function startOn(emulator: Emulator, { stateDir, portBase }: LargeOrganization): Promise<RunningOrganization> {
  const main = join(import.meta.dirname, '..', '..', 'local', 'main.ts');
  const child = spawn(process.execPath, [main, '--state', stateDir, '--port-base', String(portBase)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...childEnvironment(process.env, 'tool'), CURFEW_BASE_URL: emulator.url, CURFEW_API_KEY: 'owner-key' },
  });
  const close = async (): Promise<void> => {
    await ended(child);
    await ended(emulator.child);
  };
  try {
    await runsOnSchedule(child);
    if (findRunningDoor(stateDir) === undefined || child.pid === undefined) {
      throw new Error('the installation has no admin API');
    }
    return { stateDir, pid: child.pid, close };
  } catch (error) {
    await close();
    throw error;
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
