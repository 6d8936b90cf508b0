import { plainText } from '../plain-text.ts';
import { shownRows } from '../shown-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

interface ShownToken {
  readonly token: string;
  readonly email: string;
  readonly madeAt: string;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
}

const columns = [{ title: 'Token' }, { title: 'Whose' }, { title: 'Made' }, { title: 'Revoked' }] as const;

/** Tokens of hooks as a table. */
export function describeHookTokens(tokens: readonly ShownToken[], style: Style): string {
  if (tokens.length === 0) {
    return 'Nobody has connected a hook.';
  }
  const { rows, footer } = shownRows(tokens, { style, what: 'tokens' });
  const table = renderTable(columns, rows.map(cellsOf), style);
  return [table, ...footer].join('\n');
}

function cellsOf({ token, email, madeAt, revokedAt, revokedBy }: ShownToken): readonly string[] {
  const revoked = revokedAt === null ? '' : `${minuteOf(revokedAt)} by ${plainText(revokedBy ?? '')}`;
  return [token, plainText(email), minuteOf(madeAt), revoked];
}

function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
