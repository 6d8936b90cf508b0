import { invariant } from '../../shared/domain/invariant.ts';
import { runningAddresses } from '../../local/state/running-file.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import type { ConsoleWorld } from './browser.ts';

type Document = Readonly<Record<string, unknown>>;

/** What the door itself says, asked as the user of the machine: so that a test sees what a page has done. */
export async function askDoor({ stateDir }: Pick<ConsoleWorld, 'stateDir'>, path: string): Promise<Document> {
  const door = runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
  invariant(door !== undefined, 'the door is open while tests of the console run');
  const response = await fetch(`${door.address}${path}`, { headers: { authorization: `Bearer ${door.secret}` } });
  return (await response.json()) as Document;
}
