import type { SessionThresholds } from '../../../domain/sessions/find-sessions.ts';
import type { KnownSession } from '../../../domain/sessions/known-session.ts';
import type { ChangedFields, TakenAction } from '../../../domain/sessions/session-action.ts';
import type { SessionPolicyTerms } from '../../../domain/sessions/session-policy.ts';
import type { Session } from '../../../domain/sessions/session.ts';
import type { RecordStore } from '../../edits/ports.ts';
import type { RunOrder } from '../../runs/job.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';
import type { RunContext } from '../../runs/run-context.ts';
import type { WatcherPorts, WatcherSettings } from '../watcher-ports.ts';

/** A page of the list of sessions. */
interface SessionPage {
  readonly sessions: readonly Session[];
  /** Rows that cannot be read. */
  readonly unreadable: number;
  /** Sessions that were on an earlier page already: the list moved while it was read. */
  readonly repeated: number;
}

/** A message without what it says. */
export interface MessageFlags {
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  readonly isError: boolean;
}

/** What became of a change. `refused`, and `put-off` until later: nothing was applied. `unknown`: it may have been. */
export type SessionChangeOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'put-off'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/**
 * The list of sessions, in no known order (platform-api.md, "GET /api/v0/sessions"). Raises PlatformUnavailableError and
 * PlatformRefusedError.
 */
export interface SessionSource {
  pages(): AsyncIterable<SessionPage>;
}

export const sessionSourceNeeds: PortNeeds<SessionSource> = { pages: 'pages' };

/** The sessions of the organization, one by one as well, and what may be changed of them. Raises the same. */
export interface SessionPlatform extends SessionSource {
  /** One of them, with its status; undefined when the platform has none of that id. */
  find(sessionId: string): Promise<Session | undefined>;
  /** The flags of a session's messages, in no known order; undefined when there are more than `countMax`. */
  messages(sessionId: string, countMax: number): Promise<readonly MessageFlags[] | undefined>;
  /** Sets fields of a session, once: it is not sent again where its answer is lost. */
  change(sessionId: string, fields: ChangedFields): Promise<SessionChangeOutcome>;
}

export const sessionPlatformNeeds: PortNeeds<SessionPlatform> = {
  ...sessionSourceNeeds,
  find: 'write',
  messages: 'write',
  change: 'call',
};

/** What is known of sessions, and what was done to them. */
export interface SessionStore {
  list(): Promise<readonly KnownSession[]>;
  /** Sets what is known of some sessions; it stays for 60 days after each session's last change. */
  put(sessions: readonly KnownSession[]): Promise<void>;
  listActions(): Promise<readonly TakenAction[]>;
  /** Writes the first version of an action where there is none, or the next one. False when another write came first. */
  putAction(action: TakenAction): Promise<boolean>;
}

export const sessionStoreNeeds: PortNeeds<SessionStore> = {
  list: 'free',
  put: 'write',
  listActions: 'free',
  putAction: 'write',
};

export interface SessionPorts extends WatcherPorts {
  readonly sessions: SessionPlatform;
  readonly known: SessionStore;
  readonly policies: Pick<RecordStore<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms>, 'list'>;
}

/** The part of the settings that the watcher needs; `contracts/settings/settings.ts` explains each. */
export interface SessionSettings extends WatcherSettings {
  readonly sessions: SessionThresholds & {
    /** How many sessions one run asks for by their id, and of how many it reads the messages. */
    readonly asksMax: number;
    readonly messageReadsMax: number;
    readonly actionsMax: number;
    readonly unarchiveWith?: string | undefined;
  };
}

/** One run with what it works on. */
export interface SessionWork {
  readonly ports: SessionPorts;
  readonly run: RunContext;
  readonly settings: SessionSettings;
  readonly order: RunOrder;
}

/** Nothing more is begun: what is left is for the next run. */
export function isLate({ ports, order }: Pick<SessionWork, 'ports' | 'order'>): boolean {
  return ports.clock.now() >= order.stopAtMs;
}
