import { expect } from 'vitest';

import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { invariant } from '../../shared/domain/invariant.ts';
import { askApi } from './ask-api.ts';
import type { ConsoleWorld } from './browser.ts';

type Limits = Readonly<Record<string, { readonly limit: number } | undefined>>;

/** The limit that the platform enforces for somebody now; credits. */
export async function limitOf(opened: ConsoleWorld, email: string): Promise<number> {
  const { platform } = addressesOf(opened);
  const limits = (await (await fetch(`${platform}/__sim/limits`)).json()) as Limits;
  const limit = limits[email]?.limit;
  invariant(limit !== undefined, `${email} has a limit on the platform`);
  return limit;
}

/** The plan that waits for a decision, once there is one. */
export async function heldPlan(
  opened: ConsoleWorld,
): Promise<{ readonly plan: string; readonly stopped: readonly string[] }> {
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
  const { stopped } = await askApi(opened, `/plans/${plan}`);
  return { plan, stopped: stopped as readonly string[] };
}

/** Makes an edit as the user of the machine, whatever version it is of. */
export async function askApiToChange(opened: ConsoleWorld, path: string, body: unknown): Promise<void> {
  const { door } = addressesOf(opened);
  invariant(door !== undefined, 'the API is open while tests of the console run');
  const headers = { authorization: `Bearer ${door.secret}`, 'content-type': 'application/json' };
  const seen = (await fetch(`${door.address}${path}`, { headers })).headers.get('etag') ?? '';
  const answer = await fetch(`${door.address}${path}`, {
    method: 'PUT',
    headers: { ...headers, 'if-match': seen },
    body: JSON.stringify(body),
  });
  invariant(answer.ok, `the edit is made: ${answer.status}`);
}

export function addressesOf({ stateDir }: ConsoleWorld) {
  const addresses = runningAddresses(stateFolderAt(stateDir).runningFile);
  invariant(addresses?.inbox !== undefined, 'the installation runs while tests of the console do');
  return addresses;
}
