import type { DoorClient, Shown } from '../../shared/door/client/door-client.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { openDoor } from './open-door.ts';

/** How a command shows what it gets. */
export interface DoorTerms {
  /** Every row of a long list. */
  readonly all?: boolean | undefined;
}

/** Opens the door of the installation that the command is about, for the length of `work`. */
export async function withDoor<T>(
  context: CommandContext,
  work: (door: DoorClient) => Promise<T>,
  { all }: DoorTerms = {},
): Promise<T> {
  const { door, explained, close } = await openDoor(context, { ...context.style, allRows: all === true });
  try {
    return await explained(work(door));
  } finally {
    await close();
  }
}

/** Shows an answer: its document with `--json`, as `documentOf` has it; else the text and, for people, the notes. */
export function tellShown<Document>(
  context: CommandContext,
  { document, text, notes = [], ending }: Shown<Document>,
  documentOf: (document: Document) => unknown = (each) => each,
): ExitCode {
  context.tell({ json: document === undefined ? undefined : documentOf(document), text });
  if (context.options.json !== true) {
    notes.forEach((note) => context.note(note));
  }
  return ending === undefined ? exitCodes.done : ending === 'held' ? exitCodes.held : exitCodes.someRowsFailed;
}

/** What was given of some options: the rest is left out. */
export function givenOf<T extends Readonly<Record<string, unknown>>>(options: T) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
