import type { Hint, Visit } from '../../domain/hook/hint.ts';
import type { HookToken } from '../../domain/hook/hook-token.ts';
import type { Invitation } from '../../domain/hook/invitation.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';

/** Who said which session is theirs, by the hook. Hints of one session and event are one, however often they come. */
export interface HintStore {
  /** Several at once, of each session and event at most one. */
  record(hints: readonly Hint[]): Promise<void>;
  /** The last one of each person, session and event that came in at a moment (Unix milliseconds) or later, the earliest first. */
  listSince(sinceMs: number): Promise<readonly Hint[]>;
  /** Of each person and UTC day the last one is kept. */
  recordVisit(visit: Visit): Promise<void>;
  /** Those of the UTC day of a moment (Unix milliseconds) or later. */
  listVisitsSince(sinceMs: number): Promise<readonly Visit[]>;
  /** True for one caller at most in so many milliseconds: whoever may start a run of the job for what was reported. */
  claimStart(job: string, claim: { readonly nowMs: number; readonly everyMs: number }): Promise<boolean>;
}

/** Tokens of the hook, by a hash of them. */
export interface HookTokenStore {
  find(id: string): Promise<HookToken | undefined>;
  /** All that were ever made, by id. */
  list(): Promise<readonly HookToken[]>;
  /** Writes a new token, or that it is revoked, together with its journal entry. What is written already is taken as done. Raises StaleRecordError for a token that was revoked by somebody else meanwhile. */
  put(token: HookToken, entry: JournalEntry): Promise<void>;
}

/** Who was invited to connect a hook: the last invitation of each person. */
export interface InvitationStore {
  put(invitations: readonly Invitation[]): Promise<void>;
  /** By user id, with whether the person is notified of it. */
  listNotified(): Promise<readonly NotifiedInvitation[]>;
  /** The person is notified; nothing happens where they were invited again meanwhile. */
  markNotified(invitation: Invitation): Promise<void>;
}

interface NotifiedInvitation {
  readonly invitation: Invitation;
  readonly isNotified: boolean;
}

export const invitationStoreNeeds: PortNeeds<InvitationStore> = {
  put: 'write',
  listNotified: 'free',
  markNotified: 'write',
};
