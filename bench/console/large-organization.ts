import { mkdirSync, writeFileSync } from 'node:fs';

import { loadDemoBudgets } from '../../local/demo/load-demo-budgets.ts';
import { openInstallation } from '../../local/installation.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { during, startCurfew, startEmulatorProgram } from '../measure/programs.ts';
import { putPastUse } from '../worlds/past-use.ts';
import { platformAt, tellEmulator } from '../worlds/platform.ts';
import { hostilePeople } from './hostile-people.ts';

interface LargeOrganization {
  readonly users: number;
  /** Users whose names and emails break pages. */
  readonly hostile: number;
  readonly stateDir: string;
  readonly portBase: number;
}

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

/** Days that forecasts and estimates look back. */
const pastDays = 120;

/**
 * Makes the state of a large organization as months of nights would have left it: its roster on an emulator, budgets
 * and teams in its tables, its first night and its first looks, and the use of each person before that.
 */
export async function makeLargeOrganization(order: LargeOrganization): Promise<void> {
  mkdirSync(order.stateDir, { recursive: true });
  writeFileSync(stateFolderAt(order.stateDir).settingsFile, JSON.stringify(settings));
  const { users, stateDir, portBase } = order;
  const platform = ['--port', String(portBase + 50), '--users', String(users), '--state', `${stateDir}.platform.json`];
  await during(await startEmulatorProgram(platform), async ({ ready: url }) => {
    await addHostilePeople(url, order.hostile);
    await inInstallation(stateDir, async ({ budgets, teams }) => {
      const demo = { emulatorUrl: url, nowMs: systemClock.now(), roster: platformAt(url) };
      // Those of the demo, whose departments are the teams of the roster.
      await loadDemoBudgets({ budgets, teams, ids: randomIds }, demo);
    });
    const env = { CURFEW_BASE_URL: url, CURFEW_API_KEY: 'owner-key' };
    await (await startCurfew(stateDir, ['--no-console', '--port-base', String(portBase)], env)).stop();
    await inInstallation(stateDir, putPast);
  });
}

async function inInstallation(stateDir: string, work: (installation: Installation) => Promise<void>): Promise<void> {
  const installation = await openInstallation({ stateDir, env: {} });
  try {
    await work(installation);
  } finally {
    await installation.close();
  }
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

async function putPast({ ledger, users }: Installation): Promise<void> {
  const today = dayOf(systemClock.now());
  const from = addDays(today, -pastDays);
  const [first] = await ledger.listDays({ from, through: today });
  await putPastUse(ledger, await users.list(), { from, through: addDays(first?.day ?? today, -1) });
}

async function addHostilePeople(url: string, count: number): Promise<void> {
  for (const person of hostilePeople(count)) {
    await tellEmulator(url, '/users', { ...person, metadata: { team: 'data' } });
  }
}
