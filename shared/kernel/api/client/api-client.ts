import type { OperationDocument, OperationGiven, OperationId } from '../../contract/contracts.ts';
import type { CallTerms } from '../../contract/operation-call.ts';
import type { Answer } from '../operation.ts';

/** The admin API as a command calls it, over HTTP or in process. */
export interface ApiClient {
  /** Jobs run by themselves there. */
  readonly isRunning: boolean;
  /** The document, a list as a whole unless a page is asked for; with its version where it has one. Raises Problem. */
  read<Id extends OperationId>(
    id: Id,
    given: OperationGiven<Id>,
    terms?: CallTerms,
  ): Promise<Pick<Answer<OperationDocument<Id>>, 'document' | 'version'>>;
}

/** What is given to an operation, by name: which operation takes what is known to its contract alone. */
export function namedIn(given: unknown): Readonly<Record<string, unknown>> {
  return given as Readonly<Record<string, unknown>>;
}
