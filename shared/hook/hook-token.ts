import type { JournalEntry } from '../journal/journal-entry.ts';
import { sha256 } from '../kernel/sha256.ts';

/** The right to add one person's hints from one machine, and to read their remaining credits. */
export interface HookToken {
  readonly id: string;
  readonly userId: string;
  /** In its matching form when the token was made. */
  readonly email: string;
  readonly madeAt: string;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
}

/** Active tokens per person, one per machine. */
export const hookTokensMax = 10;

const tokenPattern = /^cfh_[\w-]{43}$/u;
const shownChars = 12;
const domain = 'curfew/hook-token/1\u0000';

export function hookTokenText(random: string): string {
  return `cfh_${random}`;
}

/** Returns the id under which a token is stored; undefined for an invalid text. */
export function hookTokenId(text: string): string | undefined {
  return tokenPattern.test(text) ? sha256(`${domain}${text}`) : undefined;
}

export function shownTokenId({ id }: HookToken): string {
  return id.slice(0, shownChars);
}

export function revokeToken(
  token: HookToken,
  by: { readonly name: string; readonly at: string },
): HookToken | undefined {
  return token.revokedAt === undefined ? { ...token, revokedAt: by.at, revokedBy: by.name } : undefined;
}

/** Returns the journal entry of a token that was made or revoked. `madeBy`: its maker, unless made through a link. */
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
