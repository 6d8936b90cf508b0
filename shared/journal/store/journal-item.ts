import * as z from 'zod';

import { StoredJson } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import { historyPut, type HistoryItem } from '../../kernel/store/history-put.ts';
import { type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { Write } from '../../kernel/store/transact.ts';
import { dayOf } from '../../kernel/time/day.ts';
import type { JournalEntry, JournalKind } from '../journal-entry.ts';

const JournalItem = storing<JournalEntry>()(
  z.object({
    day: z.iso.date(),
    entry: z.string().min(1),
    id: z.string().min(1),
    at: z.string(),
    // An unknown kind comes from a newer version and is shown unchanged.
    kind: z.custom<JournalKind>((value) => typeof value === 'string', { error: 'is not a text' }),
    actor: z.string(),
    runId: z.string().optional(),
    subject: z.string().optional(),
    detail: StoredJson,
  }),
);

/** The key of an entry: its day, then its normalized instant and its id. */
export function journalKey({ at, id }: { readonly at: string; readonly id: string }): {
  readonly day: string;
  readonly entry: string;
} {
  const atMs = Date.parse(at);
  invariant(!Number.isNaN(atMs), 'a journal entry carries an instant');
  return { day: dayOf(atMs), entry: `${new Date(atMs).toISOString()}#${id}` };
}

export function journalItem(entry: JournalEntry, table: string): HistoryItem {
  const key = journalKey(entry);
  return { schema: JournalItem, item: { ...key, ...entry }, table, key: key.entry };
}

export function journalEntry(item: Item, table: string): JournalEntry {
  const { day: _day, entry: _entry, ...facts } = readItem(JournalItem, item, { table, key: String(item['entry']) });
  return facts;
}

export function journalPut(entry: JournalEntry, table: string): Write {
  return historyPut(journalItem(entry, table));
}
