import type { TopUp } from '../../domain/budgets/top-up.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { LinkClaim } from '../../domain/requests/link-claim.ts';
import type { CreditRequest } from '../../domain/requests/request.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';

/** Requests for more credits, by the month with which their id begins (`2026-03`). */
export interface RequestStore {
  find(id: string): Promise<CreditRequest | undefined>;
  /** Those of some months, by id. */
  list(months: readonly string[]): Promise<readonly CreditRequest[]>;
  /**
   * Writes a request of version 1 where none is, or the next version of one, together with its journal entry and what
   * it gives, or none of them. Raises StaleRecordError when the version moved. A write that was made already is taken
   * as done.
   */
  put(request: CreditRequest, entry: JournalEntry, given?: GivenTopUp): Promise<void>;
  /** Those of some months, by id, with the news that was last mailed of each. */
  listNotified(months: readonly string[]): Promise<readonly NotifiedRequest[]>;
  /** Whoever is concerned is notified of this; nothing happens where there is a newer version of the request. */
  markNotified(request: CreditRequest, news: string): Promise<void>;
}

/** A request, and the news of it (see `newsOf`) that were mailed last; absent for none. */
interface NotifiedRequest {
  readonly request: CreditRequest;
  readonly told?: string;
}

/** A top-up with its journal entry. */
export interface GivenTopUp {
  readonly topUp: TopUp;
  readonly entry: JournalEntry;
}

export const requestStoreNeeds: PortNeeds<RequestStore> = {
  find: 'free',
  list: 'free',
  put: 'write',
  listNotified: 'free',
  markNotified: 'write',
};

/** Signs links, and reads those that it has signed. */
export interface LinkSigner {
  sign(claim: LinkClaim): Promise<string>;
  /** What a link says; undefined for one that was altered, or that no key of ours has signed. Says nothing of its time. */
  read(token: string): Promise<LinkClaim | undefined>;
}
