import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Entries of the journal as a table, in their order. */
export function journalTable(entries: readonly JournalEntry[], style: Style): string {
  const rows = entries.map(({ at, kind, actor, subject = '', detail }) => [
    at,
    kind,
    actor,
    subject,
    JSON.stringify(detail),
  ]);
  const columns = [{ title: 'At' }, { title: 'Kind' }, { title: 'Who' }, { title: 'Subject' }, { title: 'Detail' }];
  return renderTable(columns, rows, style);
}
