import type { JournalEntry } from '../journal/journal-entry.ts';
import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { Hint, Visit } from './hint.ts';
import type { HookToken } from './hook-token.ts';
import type { Invitation } from './invitation.ts';

/** Session owners as reported by hooks. Hints of one session and event count once. */
export interface HintStore {
  /** At most one for each session and event. */
  record(hints: readonly Hint[]): Promise<void>;
  /** The last hint of each person, session and event received since `sinceMs` (Unix milliseconds), oldest first. */
  listSince(sinceMs: number): Promise<readonly Hint[]>;
  /** Keeps the last visit of each person and UTC day. */
  recordVisit(visit: Visit): Promise<void>;
  /** Visits since the UTC day of `sinceMs` (Unix milliseconds). */
  listVisitsSince(sinceMs: number): Promise<readonly Visit[]>;
  /** True for at most one caller every `everyMs`: that caller may start a run of the job. */
  claimStart(job: string, claim: { readonly nowMs: number; readonly everyMs: number }): Promise<boolean>;
}

/** Tokens of the hook, by their hash. */
export interface HookTokenStore {
  find(id: string): Promise<HookToken | undefined>;
  list(): Promise<readonly HookToken[]>;
  /** Writes a token or its revocation with its journal entry. Idempotent. Throws StaleRecordError if it was revoked. */
  put(token: HookToken, entry: JournalEntry): Promise<void>;
}

export interface InvitationStore {
  put(invitations: readonly Invitation[]): Promise<void>;
  listNotified(): Promise<readonly { readonly invitation: Invitation; readonly isNotified: boolean }[]>;
  /** Marks the person notified; no-op when they were invited again meanwhile. */
  markNotified(invitation: Invitation): Promise<void>;
}

export const invitationStoreNeeds: PortNeeds<InvitationStore> = {
  put: 'write',
  listNotified: 'free',
  markNotified: 'write',
};

export const hookGrants = {
  'hints.list': { hooks: ['Query'] },
  invitations: { requests: ['Query', 'UpdateItem'] },
} as const;
