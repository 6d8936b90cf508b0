import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import type { ConsoleWorld } from './browser.ts';

type Document = Readonly<Record<string, unknown>>;

/**
 * What the API itself says, asked as the user of the machine: so that a test sees what a page has done. With a body it
 * is a POST.
 */
export async function askApi<Answer = Document>(
  { stateDir }: Pick<ConsoleWorld, 'stateDir'>,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const door = runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
  invariant(door !== undefined, 'the API is open while tests of the console run');
  const authorization = `Bearer ${door.secret}`;
  const response = await fetch(`${door.address}${path}`, {
    headers: { authorization },
    ...(body !== undefined && {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    }),
  });
  return (await response.json()) as Answer;
}
