import type { RunRequest } from '../../enforcement/contract.ts';
import type { ShareAnswer } from '../../explanation/use-cases/snapshots/share-answers.ts';
import type { OldFigures, ShareSnapshot } from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import type { Installation } from '../../wiring/installation.ts';
import type { Caller } from '../access/caller.ts';
import type { DocumentOf, InputOf, OperationContract } from '../contract/contract.ts';
import type { Author } from '../records/ports.ts';
import type { Ids } from '../runs/ports.ts';

/** What an operation works with: the installation, and the call. */
export interface OperationWork {
  readonly installation: Installation;
  /** Who calls, proven: nothing of it is said by the call itself. */
  /** The same with rows as the tables have them: what plans follows addresses itself. */
  readonly tables?: Pick<Installation, 'budgets' | 'teams' | 'grants'>;
  readonly caller: Caller;
  /** Set for a caller whose right ends at their teams: what is shown or done must concern these and their members alone. */
  readonly onlyTeams?: readonly string[];
  /** Unix milliseconds of the call. */
  readonly nowMs: number;
  /** The ids of what the call makes: the same again for a call that is repeated under its idempotency key. */
  readonly ids: Ids;
  /** The call has an idempotency key: it may have been made before. */
  readonly isKeyed?: true;
  /** The version of what is edited, as the caller saw it; `absent` for what was not there. */
  readonly seen?: string;
  /** Of a call that changes nothing: shares the snapshot that it reads with others. */
  readonly share?: ShareSnapshot;
  /** Of a page that may show the last figures while newer ones are made: called when it gets these. */
  readonly onOld?: ((old: OldFigures) => void) | undefined;
  /** Of a call that changes nothing: gives an answer that was made before, where nothing has changed since. */
  readonly shareAnswer?: ShareAnswer;
  /** The inputs of the impacts that were shown, by the version of what they follow from and the token to agree with. */
  readonly seenInputs?: SeenInputs | undefined;
  /** Absent where nothing starts runs but the command line. */
  readonly starter?: RunStarter;
}

export interface SeenInputs {
  get(key: string): string | undefined;
  set(key: string, inputs: string): void;
}

/** Starts runs without waiting for them. */
export interface RunStarter {
  /** Jobs that a person may start. */
  readonly jobs: readonly string[];
  /** Asking twice under one run id is asking once. */
  start(request: RunRequest): Promise<void>;
}

export interface Answer<Document> {
  readonly document: Document;
  /** It goes on after the answer: the path of the operation that tells how it ends. */
  readonly goesOnAt?: string;
  /** The version of what is shown, for the edit that may follow. */
  readonly version?: string;
}

/** The operations of one topic: one for each contract. */
export type Operations<C extends Readonly<Record<keyof C, OperationContract>>> = {
  readonly [Id in keyof C]: (work: OperationWork, input: InputOf<C[Id]>) => Promise<Answer<DocumentOf<C[Id]>>>;
};

/** Who edits, and when. */
export function authorOf({ caller, nowMs }: OperationWork): Author {
  return { name: caller.name, at: new Date(nowMs).toISOString() };
}
