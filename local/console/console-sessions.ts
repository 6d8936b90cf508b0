import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Caller } from '../../shared/kernel/access/caller.ts';

/** A signed-in browser: both secrets are needed. */
export interface NewSession {
  /** In a cookie no script can read. It is sent to every port of this machine. */
  readonly cookie: string;
  /** For the page, unreadable from other ports of this machine. */
  readonly key: string;
}

export interface ConsoleSessions {
  /** The secret of a link that opens one session within an hour. */
  newLink(as?: Caller): string;
  /** Undefined for a used, expired or unknown secret. */
  open(secret: string): NewSession | undefined;
  find(session: NewSession): Caller | undefined;
  /** Changes the session's caller; undefined restores its own. */
  lookAs(session: NewSession, as: Caller | undefined): void;
  end(session: NewSession): void;
}

interface SignedInSession {
  readonly keyHash: Buffer;
  readonly as: Caller | undefined;
  readonly usedAtMs: number;
}

const secretBytes = 24;
const linkMsMax = 3_600_000;
/** An idle browser must sign in again after this long. */
const idleMsMax = 12 * 3_600_000;
const linksMax = 100;
const sessionsMax = 100;

/** Sessions end with the process. `own`: the default caller. */
export function consoleSessions(own: Caller, nowMs: () => number): ConsoleSessions {
  const links = new Map<string, { readonly as: Caller | undefined; readonly atMs: number }>();
  const sessions = new Map<string, SignedInSession>();

  function validSession({ cookie, key }: NewSession): SignedInSession | undefined {
    const found = sessions.get(hashOf(cookie).toString('hex'));
    const isRight = found !== undefined && timingSafeEqual(found.keyHash, hashOf(key));
    return isRight && nowMs() - found.usedAtMs <= idleMsMax ? found : undefined;
  }

  function store(cookie: string, session: SignedInSession): void {
    const id = hashOf(cookie).toString('hex');
    sessions.delete(id);
    sessions.set(id, session);
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
      store(session.cookie, { keyHash: hashOf(session.key), as: link.as, usedAtMs: nowMs() });
      return session;
    },
    find(session) {
      const found = validSession(session);
      if (found === undefined) {
        return undefined;
      }
      store(session.cookie, { ...found, usedAtMs: nowMs() });
      return found.as ?? own;
    },
    lookAs(session, as) {
      const found = validSession(session);
      if (found !== undefined) {
        store(session.cookie, { ...found, as });
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
