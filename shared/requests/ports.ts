import type { TopUp } from '../grants/top-up.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { LinkClaim } from './link-claim.ts';
import type { CreditRequest } from './request.ts';

/** Requests for credits, by the month their id begins with (`2026-03`). */
export interface RequestStore {
  find(id: string): Promise<CreditRequest | undefined>;
  list(months: readonly string[]): Promise<readonly CreditRequest[]>;
  /**
   * Writes version 1 of a new request or the next version of one, with its journal entry and top-up, in one
   * transaction. Throws StaleRecordError when the version moved. Repeating a write is a no-op.
   */
  put(request: CreditRequest, entry: JournalEntry, given?: GivenTopUp): Promise<void>;
  listNotified(months: readonly string[]): Promise<readonly NotifiedRequest[]>;
  /** Marks news as mailed; no-op when the request has a newer version. */
  markNotified(request: CreditRequest, news: string): Promise<void>;
}

/** A request and the news of it (see `newsOf`) mailed last; absent for none. */
interface NotifiedRequest {
  readonly request: CreditRequest;
  readonly told?: string;
}

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

export interface LinkSigner {
  sign(claim: LinkClaim): Promise<string>;
  /** The claim of a link; undefined when it was altered or signed by a foreign key. Does not check its time. */
  read(token: string): Promise<LinkClaim | undefined>;
}

export const requestGrants = {
  requests: { requests: ['Query', 'UpdateItem'] },
} as const;
