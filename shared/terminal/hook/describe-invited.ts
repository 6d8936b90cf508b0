import { counted } from '../../domain/texts/counted.ts';
import { plainText } from '../plain-text.ts';
import { shownRows } from '../shown-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

interface ShownInvited {
  readonly email: string;
  readonly status: 'invited' | 'connected' | 'lately';
}

const words: Readonly<Record<ShownInvited['status'], string>> = {
  invited: 'gets a mail with a link of their own',
  connected: 'has a key that works: no mail',
  lately: 'was invited within a day: no mail',
};

const columns = [{ title: 'Who' }, { title: 'What follows' }] as const;

/** Who was invited to connect a hook, as a table. */
export function describeInvited(people: readonly ShownInvited[], style: Style): string {
  const { rows, footer } = shownRows(people, { style, what: 'people' });
  const invited = people.filter(({ status }) => status === 'invited').length;
  const table = renderTable(
    columns,
    rows.map(({ email, status }) => [plainText(email), words[status]]),
    style,
  );
  return [...(people.length === 0 ? [] : [table]), ...footer, `${counted(invited, 'person', 'people')} invited.`].join(
    '\n',
  );
}
