import type { JournalEntry } from '../journal/journal-entry.ts';
import { sha256 } from '../kernel/sha256.ts';

/** The right to add a person's hints from one machine and read their remaining credits; of a calendar, its events. */
export interface HookToken {
  readonly id: string;
  /** Of a calendar the kind and the name of its caller, which is no user's id. */
  readonly userId: string;
  /** In its matching form when the token was made. Of a calendar the name of its caller. */
  readonly email: string;
  /** How the person of a calendar was identified, for whose rights it is read; absent of a hook. */
  readonly calendarVia?: 'machine' | 'iam' | 'oidc';
  readonly madeAt: string;
  readonly revokedAt?: string;
  readonly revokedBy?: string;
}

/** Active tokens per person of hooks, one per machine, and of calendars. */
export const hookTokensMax = 10;

const [hookPattern, calendarPattern] = [/^cfh_[\w-]{43}$/u, /^cfc_[\w-]{43}$/u];
const shownChars = 12;
const domain = 'curfew/hook-token/1\u0000';

export function hookTokenText(random: string): string {
  return `cfh_${random}`;
}

export function calendarTokenText(random: string): string {
  return `cfc_${random}`;
}

/** Returns the id under which a hook's token is stored; undefined for an invalid text. */
export function hookTokenId(text: string): string | undefined {
  return hookPattern.test(text) ? sha256(`${domain}${text}`) : undefined;
}

/** Returns the id under which a calendar's token is stored; undefined for an invalid text, a hook's too. */
export function calendarTokenId(text: string): string | undefined {
  return calendarPattern.test(text) ? sha256(`${domain}${text}`) : undefined;
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
  const { email, madeAt, revokedAt, revokedBy, calendarVia } = token;
  const what = calendarVia === undefined ? 'hook-token' : 'calendar-address';
  const kind = `${what}-${revokedAt === undefined ? 'made' : 'revoked'}` as const;
  return {
    id: `${kind}/${shownTokenId(token)}/${revokedAt ?? madeAt}`,
    at: revokedAt ?? madeAt,
    kind,
    actor: revokedBy ?? madeBy ?? `${email} (by link)`,
    subject: `user:${email}`,
    detail: { token: shownTokenId(token) },
  };
}
