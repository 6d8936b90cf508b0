import type { JournalEntry } from '../journal/journal-entry.ts';
import { sha256 } from '../sha256.ts';

/**
 * The right to report events as one person, on one machine. Of the token itself only this is kept: who holds it may add
 * hints of that person, and read what that person has left.
 */
export interface HookToken {
  /** A hash of the token. */
  readonly id: string;
  readonly userId: string;
  /** In its matching form, as it was when the token was made. */
  readonly email: string;
  /** ISO instant. */
  readonly madeAt: string;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
}

/** One person may have so many that work: one a machine. */
export const hookTokensMax = 10;

const tokenPattern = /^cfh_[\w-]{43}$/u;
const shownChars = 12;
const domain = 'curfew/hook-token/1\u0000';

/** The text of a token, made of 32 random bytes in base64url. */
export function hookTokenText(random: string): string {
  return `cfh_${random}`;
}

/** The id under which a token is kept; undefined for a text that is none. */
export function hookTokenId(text: string): string | undefined {
  return tokenPattern.test(text) ? sha256(`${domain}${text}`) : undefined;
}

/** Enough of the id to name a token by. */
export function shownTokenId({ id }: Pick<HookToken, 'id'>): string {
  return id.slice(0, shownChars);
}

/** Takes a token back; undefined when it is revoked already. */
export function revokeToken(
  token: HookToken,
  by: { readonly name: string; readonly at: string },
): HookToken | undefined {
  return token.revokedAt === undefined ? { ...token, revokedAt: by.at, revokedBy: by.name } : undefined;
}

/** The journal entry of a token that was made or revoked. `madeBy`: who made it, where that was not by a link. */
export function tokenEntry(token: HookToken, madeBy?: string): JournalEntry {
  const { email, madeAt, revokedAt, revokedBy } = token;
  const kind = revokedAt === undefined ? 'hook-token-made' : 'hook-token-revoked';
  return {
    id: `${kind}/${shownTokenId(token)}/${revokedAt ?? madeAt}`,
    at: revokedAt ?? madeAt,
    kind,
    actor: revokedBy ?? madeBy ?? `${email} (by link)`,
    subject: `user:${email}`,
    detail: { token: shownTokenId(token) },
  };
}
