import type * as z from 'zod';

import type { HookInvitationDocument, HookTokenDocument } from '../../shared/hook/contract.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';

type ShownToken = z.input<typeof HookTokenDocument>;

/** Tokens of hooks and calendars as a table. */
export function describeHookTokens(tokens: readonly ShownToken[], style: Style): string {
  if (tokens.length === 0) {
    return 'No hook or calendar is connected.';
  }
  const { rows, footer } = shownRows(tokens, { style, what: 'tokens' });
  const table = renderTable(
    [{ title: 'Token' }, { title: 'Whose' }, { title: 'Opens' }, { title: 'Made' }, { title: 'Revoked' }],
    rows.map(cellsOf),
    style,
  );
  return [table, ...footer].join('\n');
}

function cellsOf({ token, email, opens, madeAt, revokedAt, revokedBy }: ShownToken): readonly string[] {
  const revoked = revokedAt === null ? '' : `${minuteText(revokedAt)} by ${plainText(revokedBy ?? '')}`;
  return [token, plainText(email), opens, madeAt, revoked];
}

const words = {
  invited: 'gets a mail with a link of their own',
  connected: 'has a key that works: no mail',
  lately: 'was invited within a day: no mail',
} as const;

/** Who was invited to connect a hook, as a table. */
export function describeInvited(people: readonly z.input<typeof HookInvitationDocument>[], style: Style): string {
  const { rows, footer } = shownRows(people, { style, what: 'people' });
  const invited = people.filter(({ status }) => status === 'invited').length;
  const table = renderTable(
    [{ title: 'Who' }, { title: 'What follows' }],
    rows.map(({ email, status }) => [plainText(email), words[status]]),
    style,
  );
  return [...(people.length === 0 ? [] : [table]), ...footer, `${counted(invited, 'person', 'people')} invited.`].join(
    '\n',
  );
}
