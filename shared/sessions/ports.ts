import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { KnownSession } from './known-session.ts';
import type { ChangedFields, TakenAction } from './session-action.ts';
import type { SessionWalk } from './session-walk.ts';
import type { Session } from './session.ts';

interface SessionPage {
  readonly sessions: readonly Session[];
  /** Rows that cannot be read. */
  readonly unreadable: number;
  /** Sessions already seen on an earlier page: the list moved during the read. */
  readonly repeated: number;
  /** Where the next page begins; absent on the last page. */
  readonly nextCursor?: string | undefined;
}

export interface MessageFlags {
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  readonly isError: boolean;
}

/** The result of a change. `refused`, and `put-off` until later: nothing was applied. `unknown`: it may have been. */
export type SessionChangeOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'put-off'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/** Sessions in undocumented order (platform-api.md). Throws PlatformUnavailableError and PlatformRefusedError. */
export interface SessionSource {
  /** From the beginning, or from where an earlier page said that the next one begins. */
  pages(from?: string): AsyncIterable<SessionPage>;
}

export const sessionSourceNeeds: PortNeeds<SessionSource> = { pages: 'pages' };

/** Single sessions and their changeable fields. Throws the same. */
export interface SessionPlatform extends SessionSource {
  /** A session with its status; undefined when the platform has none of that id. */
  find(sessionId: string): Promise<Session | undefined>;
  /** A session's message flags, in undocumented order; undefined when there are more than `countMax`. */
  messages(sessionId: string, countMax: number): Promise<readonly MessageFlags[] | undefined>;
  /** Sets fields of a session, without a retry when the answer is lost. */
  change(sessionId: string, fields: ChangedFields): Promise<SessionChangeOutcome>;
}

export const sessionPlatformNeeds: PortNeeds<SessionPlatform> = {
  ...sessionSourceNeeds,
  find: 'write',
  messages: 'write',
  change: 'call',
};

export interface SessionStore {
  list(): Promise<readonly KnownSession[]>;
  /** Stores what is known of sessions, for 60 days after each one's last change. */
  put(sessions: readonly KnownSession[]): Promise<void>;
  /** How far the last walk of the list came; undefined before there was any. */
  readWalk(): Promise<SessionWalk | undefined>;
  putWalk(walk: SessionWalk): Promise<void>;
  listActions(): Promise<readonly TakenAction[]>;
  /** Writes version 1 of a new action or the next version. False when another write came first. */
  putAction(action: TakenAction): Promise<boolean>;
}

export const sessionStoreNeeds: PortNeeds<SessionStore> = {
  list: 'free',
  put: 'write',
  readWalk: 'free',
  putWalk: 'write',
  listActions: 'free',
  putAction: 'write',
};

export const sessionGrants = {
  knownSessions: { sessions: ['PutItem', 'Query'] },
} as const;
