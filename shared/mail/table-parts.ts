import { grouped } from '../kernel/texts/amounts.ts';
import type { MailSection, MailTable } from './content.ts';

export const rowsMax = 20;

/** Returns the line below a table with this many rows; empty when all are shown. */
export function rest(total: number): { readonly more?: string } {
  return total <= rowsMax ? {} : { more: `and ${total - rowsMax} more` };
}

export function left(title: string) {
  return { title, align: 'left' } as const;
}

export function right(title: string) {
  return { title, align: 'right' } as const;
}

const namedMax = 24;
const lineMax = 6;

/** Names people, some per line, and how many more there are. `total`: where the names are already cut. */
export function namedLines(names: readonly string[], total = names.length): readonly string[] {
  const shown = names.slice(0, namedMax);
  const count = Math.ceil(shown.length / lineMax);
  // Evenly distributed, so that none is alone on the last line.
  const perLine = Math.ceil(shown.length / count);
  const lines = Array.from({ length: count }, (_, index) =>
    shown.slice(index * perLine, (index + 1) * perLine).join(', '),
  );
  return total > shown.length ? [...lines, `and ${grouped(total - shown.length)} more`] : lines;
}

/** Returns the first items as a table that says how many more there are; empty without items. */
export function tableSection<T>(
  { heading, columns }: { readonly heading: string; readonly columns: MailTable['columns'] },
  items: readonly T[],
  rowOf: (item: T) => readonly string[],
): readonly MailSection[] {
  const table = { columns, rows: items.slice(0, rowsMax).map(rowOf), ...rest(items.length) };
  return items.length === 0 ? [] : [{ kind: 'table', heading, table }];
}

export function notesSection(heading: string, notes: readonly string[]): readonly MailSection[] {
  return notes.length === 0 ? [] : [{ kind: 'notes', heading, notes }];
}
