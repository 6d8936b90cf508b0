/** `other`: a status that platform-api.md does not name. */
export type SessionStatus = 'idle' | 'pending' | 'running' | 'other';

/** A tag of a session. Its fields beside the name are private: they are written back unchanged. */
export interface SessionTag {
  readonly name: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A session from the platform. Missing figures are absent, never zero. Times are Unix milliseconds. */
export interface Session {
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly messageCount: number;
  readonly completedAtMs?: number;
  readonly status?: SessionStatus;
  readonly title?: string;
  readonly computerId?: string;
  readonly model?: string;
  readonly archivedAt?: string;
  readonly compactionCheck?: boolean;
  readonly tags?: readonly SessionTag[];
  /** In the unit of the platform's `serviceCredits`, which platform-api.md does not state. */
  readonly ownCredits?: number;
  /** Its own and those of all its children. */
  readonly inclusiveCredits?: number;
  readonly childIds: readonly string[];
}
