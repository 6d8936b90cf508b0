import type { Session } from '../../../domain/sessions/session.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';

/** A page of the list of sessions. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  /** Rows that cannot be read. */
  readonly unreadable: number;
  /** Sessions that were on an earlier page already: the list moved while it was read. */
  readonly repeated: number;
}

/**
 * The sessions of the organization, in no known order (platform-api.md, "GET /api/v0/sessions"). Raises
 * PlatformUnavailableError and PlatformRefusedError.
 */
export interface SessionSource {
  pages(): AsyncIterable<SessionPage>;
}

export const sessionSourceNeeds: PortNeeds<SessionSource> = { pages: 'pages' };
