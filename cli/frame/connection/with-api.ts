import type { ApiClient, Shown } from '../../../shared/admin-api/client/api-client.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { connectToApi } from './connect-to-api.ts';

/** How a command shows what it gets. */
interface ShowTerms {
  /** Every row of a long list. */
  readonly all?: boolean | undefined;
}

/** Opens the API of the installation that the command is about, for the length of `work`. */
export async function withApi<T>(
  context: CommandContext,
  work: (api: ApiClient) => Promise<T>,
  { all }: ShowTerms = {},
): Promise<T> {
  const { api, explained, close } = await connectToApi(context, { ...context.style, allRows: all === true });
  try {
    return await explained(work(api));
  } finally {
    await close();
  }
}

/** Shows an answer: its document with `--json`, as `documentOf` has it; else the text and, for people, the notes. */
export function printShown<Document>(
  context: CommandContext,
  { document, text, notes = [], ending }: Shown<Document>,
  documentOf: (document: Document) => unknown = (each) => each,
): ExitCode {
  context.print({ json: document === undefined ? undefined : documentOf(document), text });
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
