import { expect, vi } from 'vitest';

import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import type { HeldPlanDocument } from '../../shared/enforcement/contract.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import { askApi } from './ask-api.ts';
import type { ConsoleWorld } from './browser.ts';

const patience = { timeout: 60_000 };

interface Rows {
  readonly rows: readonly { readonly run: string; readonly status?: string }[];
}

type Limits = Readonly<Record<string, { readonly limit: number } | undefined>>;

/** The limit that the platform enforces for somebody now; credits. */
export async function limitOf(opened: ConsoleWorld, email: string): Promise<number> {
  const { platform } = addressesOf(opened);
  const limits = (await (await fetch(`${platform}/__sim/limits`)).json()) as Limits;
  const limit = limits[email]?.limit;
  invariant(limit !== undefined, `${email} has a limit on the platform`);
  return limit;
}

/** The limit of somebody, or what they have used, where more: who is stopped may have a limit below that. */
export async function reachOf(opened: ConsoleWorld, email: string): Promise<number> {
  const { rows } = await askApi<{ readonly rows: readonly { readonly email: string; readonly used: number }[] }>(
    opened,
    '/caps',
  );
  const used = rows.find((row) => row.email === email)?.used;
  invariant(used !== undefined, `${email} has a cap`);
  return Math.max(used, await limitOf(opened, email));
}

/** The plan that waits for a decision, once there is one. */
export async function heldPlan(opened: ConsoleWorld): Promise<Pick<HeldPlanDocument, 'plan' | 'stopped' | 'rows'>> {
  let plan = '';
  await expect
    .poll(
      async () => {
        const { rows } = await askApi(opened, '/plans?status=held');
        plan = (rows as readonly { readonly plan: string }[])[0]?.plan ?? '';
        return plan;
      },
      { timeout: 60_000 },
    )
    .not.toBe('');
  return askApi<HeldPlanDocument>(opened, `/plans/${plan}`);
}

/** Makes an edit as the user of the machine, whatever version it is of. */
async function askApiToChange(opened: ConsoleWorld, path: string, body: unknown): Promise<void> {
  const { door } = addressesOf(opened);
  invariant(door !== undefined, 'the API is open while tests of the console run');
  const headers = { authorization: `Bearer ${door.secret}`, 'content-type': 'application/json' };
  // A setting is of the version of the file that they all stand in.
  const versioned = path.startsWith('/settings/') ? '/settings' : path;
  const seen = (await fetch(`${door.address}${versioned}`, { headers })).headers.get('etag') ?? '';
  const answer = await fetch(`${door.address}${path}`, {
    method: 'PUT',
    headers: { ...headers, 'if-match': seen },
    body: JSON.stringify(body),
  });
  invariant(answer.ok, `the edit is made: ${answer.status} ${await answer.text()}`);
}

/**
 * Waits for the run after the start, which knows of the demo's own edits: until it is over limits are those of a first
 * night, and it has the settings of when it was asked for.
 */
export async function startIsOver(opened: ConsoleWorld): Promise<void> {
  const wait = { ...patience, interval: 500 };
  await vi.waitFor(async () => {
    const { rows } = await askApi<Rows>(opened, '/runs?job=enforce');
    expect(rows.some(({ run, status }) => run.includes('-edit-') && status === 'complete')).toBe(true);
  }, wait);
}

/**
 * Asks for a plan that a guard holds, on any day: on the first of a month nothing is used that could stop anybody but with
 * a default of 0, and on its last hardly a limit is left to be lowered. `giveDefaultBack` undoes it.
 */
export async function askForHeldPlan(opened: ConsoleWorld): Promise<void> {
  await askApiToChange(opened, '/settings/blastRadius.loweredShare', { value: 0 });
  await askApiToChange(opened, '/budgets/default/month', { amount: 0 });
  await expect.poll(async () => (await heldPlan(opened)).stopped.length, patience).toBeGreaterThan(0);
}

export async function giveDefaultBack(opened: ConsoleWorld): Promise<void> {
  await askApiToChange(opened, '/settings/blastRadius.loweredShare', { value: null });
  await askApiToChange(opened, '/budgets/default/month', { amount: 490_000 });
}

export function addressesOf({ stateDir }: ConsoleWorld) {
  const addresses = runningAddresses(stateFolderAt(stateDir).runningFile);
  invariant(addresses?.inbox !== undefined, 'the installation runs while tests of the console do');
  return addresses;
}
