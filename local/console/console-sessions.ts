import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Caller } from '../../shared/kernel/access/caller.ts';

/** A browser that is signed in: two secrets, which only together prove anything. */
export interface NewSession {
  /** For a cookie that no script can read. It goes to every port of this machine. */
  readonly cookie: string;
  /** For the page, which no other port of this machine can read. */
  readonly key: string;
}

/** Who is signed in at the console of one machine, while it runs. */
export interface ConsoleSessions {
  /** The secret of a link that opens one session within the hour. */
  newLink(as?: Caller): string;
  /** The session that a link opens; undefined for one that was used, is too old, or was never given out. */
  open(secret: string): NewSession | undefined;
  find(session: NewSession): Caller | undefined;
  /** From now on the session is of this caller; of its own again with undefined. */
  lookAs(session: NewSession, as: Caller | undefined): void;
  end(session: NewSession): void;
}

interface Kept {
  readonly keyHash: Buffer;
  readonly as: Caller | undefined;
  readonly usedAtMs: number;
}

const secretBytes = 24;
const linkMsMax = 3_600_000;
/** A browser that has not asked for so long has to be signed in again. */
const idleMsMax = 12 * 3_600_000;
const linksMax = 100;
const sessionsMax = 100;

/** Nothing of it outlives the process. Whoever has no other identity is `own`. */
export function consoleSessions(own: Caller, nowMs: () => number): ConsoleSessions {
  const links = new Map<string, { readonly as: Caller | undefined; readonly atMs: number }>();
  const sessions = new Map<string, Kept>();

  function keptOf({ cookie, key }: NewSession): Kept | undefined {
    const kept = sessions.get(hashOf(cookie).toString('hex'));
    const isRight = kept !== undefined && timingSafeEqual(kept.keyHash, hashOf(key));
    return isRight && nowMs() - kept.usedAtMs <= idleMsMax ? kept : undefined;
  }

  function keep(cookie: string, kept: Kept): void {
    const id = hashOf(cookie).toString('hex');
    sessions.delete(id);
    sessions.set(id, kept);
    dropOldest(sessions, sessionsMax);
  }

  return {
    newLink(as) {
      const secret = newSecret();
      links.set(hashOf(secret).toString('hex'), { as, atMs: nowMs() });
      dropOldest(links, linksMax);
      return secret;
    },
    open(secret) {
      const id = hashOf(secret).toString('hex');
      const link = links.get(id);
      links.delete(id);
      if (link === undefined || nowMs() - link.atMs > linkMsMax) {
        return undefined;
      }
      const session = { cookie: newSecret(), key: newSecret() };
      keep(session.cookie, { keyHash: hashOf(session.key), as: link.as, usedAtMs: nowMs() });
      return session;
    },
    find(session) {
      const kept = keptOf(session);
      if (kept === undefined) {
        return undefined;
      }
      keep(session.cookie, { ...kept, usedAtMs: nowMs() });
      return kept.as ?? own;
    },
    lookAs(session, as) {
      const kept = keptOf(session);
      if (kept !== undefined) {
        keep(session.cookie, { ...kept, as });
      }
    },
    end({ cookie }) {
      sessions.delete(hashOf(cookie).toString('hex'));
    },
  };
}

function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function dropOldest(map: Map<string, unknown>, countMax: number): void {
  const [oldest] = map.keys();
  if (map.size > countMax && oldest !== undefined) {
    map.delete(oldest);
  }
}
