import type { OperationDocument, OperationGiven, OperationId } from '../../../shared/kernel/contract/contracts.ts';
import type { Style } from '../../../shared/terminal/style.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { withApi } from './with-api.ts';

/** How a command shows a document. */
export interface Shows<Document> {
  readonly text: (document: Document, style: Style) => string;
  /** Beside the text, a line each on standard error. */
  readonly notes?: (document: Document) => readonly string[];
  /** What `--json` prints of the document; the whole of it unless given. */
  readonly as?: (document: Document) => unknown;
  /** How it ended; it is done unless given. */
  readonly ends?: (document: Document) => ExitCode;
  /** Every row of a long list. */
  readonly all?: boolean | undefined;
}

/** Calls one operation of the admin API, and shows the document that it answers. */
export async function showAnswer<Id extends OperationId>(
  context: CommandContext,
  [operation, given]: readonly [operation: Id, given: OperationGiven<Id>],
  shows: Shows<OperationDocument<Id>>,
): Promise<ExitCode> {
  const { document } = await withApi(context, async (api) => api.read(operation, given));
  return printAnswer(context, document, shows);
}

/** Prints a document: itself with `--json`, else its text and, for people, the notes. */
export function printAnswer<Document>(
  context: CommandContext,
  document: Document,
  { text, notes, as = (each) => each, ends, all = false }: Shows<Document>,
): ExitCode {
  if (context.options.json === true) {
    context.print({ json: as(document), text: '' });
  } else {
    context.print({ json: undefined, text: text(document, { ...context.style, allRows: all }) });
    notes?.(document).forEach((note) => context.note(note));
  }
  return ends?.(document) ?? exitCodes.done;
}

/** The rows of a list, for `as`. */
export function rowsOf<Rows>({ rows }: { readonly rows: Rows }): Rows {
  return rows;
}
