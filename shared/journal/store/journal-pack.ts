import * as z from 'zod';

import { invariant } from '../../kernel/invariant.ts';
import type { HistoryItem } from '../../kernel/store/history-put.ts';
import { inChunks } from '../../kernel/store/in-chunks.ts';
import { packText, unpackText } from '../../kernel/store/packed-json.ts';
import { itemBytes, readItem, type Item } from '../../kernel/store/stored-item.ts';
import type { JournalEntry } from '../journal-entry.ts';
import { journalEntry, journalKey } from './journal-item.ts';

/**
 * Entries of one run, moment and kind in one item: a night changes every user's limit, and an entry alone costs a write
 * unit. Entries are searched by kind, so the item states it.
 */
const PackItem = z.object({
  day: z.iso.date(),
  entry: z.string().min(1),
  kind: z.string(),
  count: z.int().min(1),
  /** Base64 of compressed JSON. */
  packed: z.string(),
});

const Unpacked = z.lazy(() => z.object({ entries: z.array(z.looseObject({ id: z.string(), at: z.string() })) }));

/** Fewer stay readable in the table. */
const packFrom = 5;

/** Before compression; far below DynamoDB's 400 KB. */
const packLimits = { entriesMax: 100, bytesMax: 300_000 };

/** Entries written as packs and alone; their ids are distinct. */
interface Packing {
  readonly packs: readonly (readonly JournalEntry[])[];
  readonly singles: readonly JournalEntry[];
}

/** Packs only entries of runs: of others, a second version is kept beside the first. */
export function packingOf(entries: readonly JournalEntry[]): Packing {
  const groups = Map.groupBy(entries, ({ runId, at, kind }) => (runId === undefined ? '' : `${runId} ${at} ${kind}`));
  const singles = groups.get('') ?? [];
  groups.delete('');
  const { entriesMax, bytesMax } = packLimits;
  const bytes = { of: (entry: JournalEntry) => itemBytes({ ...entry }), max: bytesMax };
  const chunks = [...groups.values()].flatMap((group) => inChunks(group, entriesMax, bytes));
  return {
    packs: chunks.filter(({ length }) => length >= packFrom),
    singles: [...singles, ...chunks.filter(({ length }) => length < packFrom).flat()],
  };
}

/** The item of some entries; equal entries give an equal item. */
export async function journalPack(entries: readonly JournalEntry[], table: string): Promise<HistoryItem> {
  const [first] = entries;
  invariant(first !== undefined, 'a pack holds entries');
  const { day, entry: firstKey } = journalKey(first);
  const entry = `${firstKey}/+${entries.length}`;
  const item = { day, entry, kind: first.kind, count: entries.length, packed: await packText(entries) };
  return { schema: PackItem, item, table, key: entry };
}

/** The entries in an item of the journal: one, or a pack's. */
export async function journalEntries(item: Item, table: string): Promise<readonly JournalEntry[]> {
  if (item['packed'] === undefined) {
    return [journalEntry(item, table)];
  }
  const { packed, entry } = readItem(PackItem, item, { table, key: String(item['entry']) });
  const { entries } = readItem(Unpacked, { entries: await unpackText(packed) }, { table, key: entry });
  return entries.map((facts) => journalEntry({ ...facts, ...journalKey(facts) }, table));
}
