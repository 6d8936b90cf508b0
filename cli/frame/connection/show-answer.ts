import type { OperationDocument, OperationGiven, OperationId } from '../../../shared/kernel/contract/contracts.ts';
import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printShown, withApi } from './with-api.ts';

interface AnswerTerms<Id extends OperationId> {
  /** Every row of a long list. */
  readonly all?: boolean | undefined;
  /** What `--json` prints of the document; the whole of it unless given. */
  readonly as?: (document: OperationDocument<Id>) => unknown;
}

/** Calls one operation of the admin API, and shows what it answers. */
export async function showAnswer<Id extends OperationId>(
  context: CommandContext,
  [operation, given]: readonly [operation: Id, given: OperationGiven<Id>],
  { all, as }: AnswerTerms<Id> = {},
): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show(operation, given), { all }), as);
}

/** The rows of a list, for `as`. */
export function rowsOf<Rows>({ rows }: { readonly rows: Rows }): Rows {
  return rows;
}
