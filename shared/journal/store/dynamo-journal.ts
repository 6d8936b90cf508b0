import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../../kernel/invariant.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { type Backoff, patientBackoff } from '../../kernel/store/backoff.ts';
import { eachAtMost, inChunks } from '../../kernel/store/batches.ts';
import { type HistoryItem, writeHistory } from '../../kernel/store/history-put.ts';
import { packText, unpackText } from '../../kernel/store/packed-json.ts';
import { queryEach } from '../../kernel/store/read-pages.ts';
import { type Item, itemBytes, readItem } from '../../kernel/store/stored-item.ts';
import { transact, transactionLimits } from '../../kernel/store/transact.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { type Day, type DayRange, daysOf } from '../../kernel/time/day.ts';
import { refusedEntry } from '../cap-entry.ts';
import type { JournalEntry, JournalKind } from '../journal-entry.ts';
import { journalEntry, journalItem, journalKey, journalPut } from './journal-item.ts';

/**
 * Entries of one run, moment and kind in one item: a night changes every user's limit, and an entry alone costs a write
 * unit. Entries are searched by kind, so the item states it.
 */
const PackItem = z.object({
  day: z.iso.date(),
  entry: z.string().min(1),
  kind: z.string(),
  count: z.int().min(1),
  /** Whom the entries are about, so that a search for one user unpacks no other pack; absent in older packs. */
  subjects: z.string().optional(),
  /** Base64 of compressed JSON. */
  packed: z.string(),
});

const Unpacked = z.lazy(() => z.object({ entries: z.array(z.looseObject({ id: z.string(), at: z.string() })) }));

/** Fewer stay readable in the table. */
const packFrom = 5;

/** Before compression; far below DynamoDB's 400 KB. */
const packLimits = { entriesMax: 100, bytesMax: 300_000 };

/** Packs only entries of runs: of others, a second version is kept beside the first. */
function packingOf(entries: readonly JournalEntry[]): {
  readonly packs: readonly (readonly JournalEntry[])[];
  readonly singles: readonly JournalEntry[];
} {
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
async function journalPack(entries: readonly JournalEntry[], table: string): Promise<HistoryItem> {
  const [first] = entries;
  invariant(first !== undefined, 'a pack holds entries');
  const { day, entry: firstKey } = journalKey(first);
  const entry = `${firstKey}/+${entries.length}`;
  const subjects = entries.map(({ subject = '' }) => subject).join(' ');
  const item = { day, entry, kind: first.kind, count: entries.length, subjects, packed: await packText(entries) };
  return { schema: PackItem, item, table, key: entry };
}

/** The entries in an item of the journal, one or a pack's; about one subject alone, where it is named. */
export async function journalEntries(item: Item, table: string, subject?: string): Promise<readonly JournalEntry[]> {
  return (await factsIn(item, table, subject)).map((facts) => journalEntry(facts, table));
}

/** The same as they are stored: reading an entry in full takes longer than unpacking it, and few of a night are wanted. */
async function factsIn(item: Item, table: string, subject?: string): Promise<readonly Item[]> {
  const isWanted = (facts: Readonly<Record<string, unknown>>): boolean =>
    subject === undefined || facts['subject'] === subject;
  if (item['packed'] === undefined) {
    return isWanted(item) ? [item] : [];
  }
  const { packed, entry } = readItem(PackItem, item, { table, key: String(item['entry']) });
  const { entries } = readItem(Unpacked, { entries: await unpackText(packed) }, { table, key: entry });
  return entries.filter(isWanted).map((facts) => ({ ...facts, ...journalKey(facts) }));
}

const concurrencyMax = 4;

/** An item may hold a hundred entries, so a listing is limited by items. */
const itemsAtOnceMax = 1_000;

/** The journal table, append-only. */
export function dynamoJournal(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): Journal {
  /** Writes the entries that do not exist; each refusal leaves fewer. */
  async function appendBatch(batch: readonly JournalEntry[]): Promise<void> {
    let missing = batch;
    while (missing.length > 0) {
      const writes = missing.map((entry) => journalPut(entry, table));
      const outcome = await transact(dynamo, writes, backoff);
      if (outcome.kind === 'written') {
        return;
      }
      const there = new Set(outcome.positions);
      await eachAtMost(
        concurrencyMax,
        missing.filter((_, position) => there.has(position)),
        appendAgain,
      );
      missing = missing.filter((_, position) => !there.has(position));
    }
  }

  const appendAgain = async (entry: JournalEntry) => appendTaken({ dynamo, table }, entry);

  return {
    async append(entries) {
      // A transaction must not name an item twice; of two entries with one id the first is stored.
      const first = new Map<string, JournalEntry>();
      for (const entry of entries) {
        const key = journalKey(entry).entry;
        first.set(key, first.get(key) ?? entry);
      }
      const { packs, singles } = packingOf([...first.values()]);
      const unpacked = await appendPacks({ dynamo, table }, packs);
      const { writesMax, bytesMax } = transactionLimits;
      const bytes = { of: (entry: JournalEntry) => itemBytes(journalItem(entry, table).item), max: bytesMax };
      for (const batch of inChunks([...singles, ...unpacked], writesMax, bytes)) {
        await appendBatch(batch);
      }
      const written = new Set(first.values());
      await eachAtMost(
        concurrencyMax,
        entries.filter((entry) => !written.has(entry)),
        appendAgain,
      );
    },
    list: async (range, countMax, kinds, subject) =>
      range.isFromEnd === true
        ? lastOfDays({ dynamo, table }, range, { countMax, kinds, subject })
        : listDays({ dynamo, table }, range, { countMax, kinds, subject, read: (entry) => entry }),
    listAs: async (range, kinds, read) => listDays({ dynamo, table }, range, { countMax: Infinity, kinds, read }),
  };
}

interface Listing<T> {
  readonly countMax: number;
  readonly kinds: readonly JournalKind[] | undefined;
  readonly subject?: string | undefined;
  readonly read: (entry: JournalEntry) => T;
}

interface JournalTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
}

/** Returns the entries of packs whose key holds another item: the run was repeated with a different outcome. */
async function appendPacks(
  { dynamo, table }: JournalTable,
  packs: readonly (readonly JournalEntry[])[],
): Promise<readonly JournalEntry[]> {
  const unpacked: JournalEntry[] = [];
  await eachAtMost(concurrencyMax, packs, async (entries) => {
    if ((await writeHistory(dynamo, await journalPack(entries, table))) === 'otherwise') {
      unpacked.push(...entries);
    }
  });
  return unpacked;
}

async function appendTaken({ dynamo, table }: JournalTable, entry: JournalEntry): Promise<void> {
  const refused = refusedEntry(entry);
  if (refused !== undefined && (await writeHistory(dynamo, journalItem(entry, table))) === 'otherwise') {
    await writeHistory(dynamo, journalItem(refused, table));
  }
}

async function listDays<T>(journal: JournalTable, range: DayRange, listing: Listing<T>): Promise<readonly T[]> {
  // A large organization's day has more entries than a call has arguments.
  const days: (readonly T[])[] = [];
  let left = listing.countMax;
  for (const day of daysOf(range)) {
    if (left <= 0) {
      break;
    }
    const entries = await listDay(journal, day, { ...listing, countMax: left });
    days.push(entries);
    left -= entries.length;
  }
  return days.flat();
}

/** Entries and packs that can be about a subject: an id may be part of another one, and older packs do not say. */
const aboutSubject =
  '#subject = :subject OR contains(#subjects, :subject) OR (attribute_exists(#packed) AND attribute_not_exists(#subjects))';

async function lastOfDays(
  journal: JournalTable,
  range: DayRange,
  listing: Omit<Listing<unknown>, 'read'>,
): Promise<readonly JournalEntry[]> {
  const { table } = journal;
  let last: readonly JournalEntry[] = [];
  for (const day of daysOf(range).toReversed()) {
    const left = listing.countMax - last.length;
    if (left <= 0) {
      break;
    }
    const facts = new Map<string, Item>();
    for await (const item of itemsOf(journal, day, { ...listing, countMax: Infinity })) {
      for (const one of await factsIn(item, table, listing.subject)) {
        const key = String(one['entry']);
        facts.set(key, facts.get(key) ?? one);
      }
    }
    const ofDay = sortedBy(facts, ([key]) => key).slice(-left);
    last = [...ofDay.map(([, one]) => journalEntry(one, table)), ...last];
  }
  return last;
}

async function listDay<T>(journal: JournalTable, day: Day, listing: Listing<T>): Promise<readonly T[]> {
  return firstOf(itemsOf(journal, day, listing), journal.table, listing);
}

function itemsOf(
  { dynamo, table }: JournalTable,
  day: Day,
  { countMax, kinds, subject }: Omit<Listing<unknown>, 'read'>,
): AsyncIterable<Item> {
  const named = kinds?.map((kind, index) => [`:kind${index}`, kind] as const);
  const filters = [
    ...(named === undefined ? [] : [`#kind IN (${named.map(([name]) => name).join(', ')})`]),
    ...(subject === undefined ? [] : [`(${aboutSubject})`]),
  ];
  return queryEach(dynamo, {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: '#day = :day',
    FilterExpression: filters.length === 0 ? undefined : filters.join(' AND '),
    ExpressionAttributeNames: {
      '#day': 'day',
      ...(named !== undefined && { '#kind': 'kind' }),
      ...(subject !== undefined && { '#subject': 'subject', '#subjects': 'subjects', '#packed': 'packed' }),
    },
    ExpressionAttributeValues: {
      ':day': day,
      ...Object.fromEntries(named ?? []),
      ...(subject !== undefined && { ':subject': subject }),
    },
    Limit: Math.max(1, Math.min(countMax, itemsAtOnceMax)),
  });
}

/** The first entries of a day in order, each id once: a repeated run with other batches may have written some twice. */
async function firstOf<T>(
  items: AsyncIterable<Item>,
  table: string,
  { countMax, subject, read }: Omit<Listing<T>, 'kinds'>,
): Promise<readonly T[]> {
  const values: T[] = [];
  // Entries of one moment lie in several items and are sorted here; most of a day's are a night's.
  const byId = new Map<string, T>();
  let lastMoment = '';
  function closeMoment(): void {
    for (const [, value] of sortedBy(byId, ([id]) => id)) {
      values.push(value);
    }
    byId.clear();
  }

  for await (const item of items) {
    const entries = await journalEntries(item, table, subject);
    const [moment = ''] = String(item['entry']).split('#');
    if (moment !== lastMoment) {
      closeMoment();
      lastMoment = moment;
    }
    if (values.length >= countMax) {
      break;
    }
    for (const entry of entries) {
      if (!byId.has(entry.id)) {
        byId.set(entry.id, read(entry));
      }
    }
  }
  closeMoment();
  return values.slice(0, countMax);
}
