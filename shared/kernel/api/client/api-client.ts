import type { OperationDocument, OperationGiven, OperationId } from '../../contract/contracts.ts';
import type { Answer } from '../operation.ts';

/** How a call is meant: the version that is edited, as it was read, and the key under which it may be repeated. */
export interface CallTerms {
  readonly seen?: string;
  readonly idempotencyKey?: string;
}

/** An answer for whoever reads along: the document for a program, else the text. */
export interface Shown<Document> extends Pick<Answer<Document>, 'notes' | 'ending'> {
  /** Absent where the text was asked for, unless the command computes with it. */
  readonly document?: Document;
  readonly text: string;
}

/** The admin API as a command calls it, over HTTP or in process. Everything raises Problem. */
export interface ApiClient {
  /** The answer as the command shows it: the document with `--json`, lists as a whole; else the text. */
  show<Id extends OperationId>(
    id: Id,
    given: OperationGiven<Id>,
    terms?: CallTerms,
  ): Promise<Shown<OperationDocument<Id>>>;
  /** The document, with its version where it has one. */
  read<Id extends OperationId>(
    id: Id,
    given: OperationGiven<Id>,
    terms?: CallTerms,
  ): Promise<Pick<Answer<OperationDocument<Id>>, 'document' | 'version' | 'ending'>>;
}

/** What is given to an operation, by name: which operation takes what is known to its contract alone. */
export function namedIn(given: unknown): Readonly<Record<string, unknown>> {
  return given as Readonly<Record<string, unknown>>;
}
