import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { LiveState, StoredFloat } from './live-state.ts';
import type { RunningLow } from './running-low.ts';
import type { SeenPerson } from './totals/seen-days.ts';
import type { SessionTotal } from './totals/session-total.ts';

/** What runs of `live` know of sessions, and leave for the next one. */
export interface LiveStore {
  readState(): Promise<LiveState>;
  putState(state: LiveState): Promise<void>;
  listSessions(): Promise<readonly SessionTotal[]>;
  /** What a night is to leave; undefined before it was ever said. */
  readFloat(): Promise<StoredFloat | undefined>;
  putFloat(float: StoredFloat): Promise<void>;
  /** A user's use as last seen; undefined when never or long ago. */
  readSeen(userId: string): Promise<SeenPerson | undefined>;
  /** Replaces what is kept of some people; it stays for a week. */
  putUsageSamples(people: readonly SeenPerson[]): Promise<void>;
  /** Whose reports are urgent; undefined before it was ever said. */
  readLow(): Promise<RunningLow | undefined>;
  putLow(low: RunningLow): Promise<void>;
  /** Sets what is kept of some sessions; it stays for 60 days after each session's last change. */
  putSessions(sessions: readonly SessionTotal[]): Promise<void>;
}

export const liveStoreNeeds: PortNeeds<LiveStore> = {
  readState: 'free',
  putState: 'write',
  readFloat: 'free',
  putFloat: 'write',
  readLow: 'free',
  putLow: 'write',
  listSessions: 'free',
  putSessions: 'write',
  readSeen: 'free',
  putUsageSamples: 'write',
};

/** Who signed in to the platform lately: a call for each hundred people. Raises PlatformUnavailableError and PlatformRefusedError. */
export interface SignInSource {
  /** The ids of those whose last sign-in was at a moment (Unix milliseconds) or later. */
  listSince(sinceMs: number): Promise<readonly string[]>;
}

export const signInSourceNeeds: PortNeeds<SignInSource> = { listSince: 'write' };

export const liveGrants = {
  live: { live: ['BatchWriteItem', 'GetItem', 'PutItem', 'Query'] },
  'live.state': { live: ['GetItem'] },
} as const;
