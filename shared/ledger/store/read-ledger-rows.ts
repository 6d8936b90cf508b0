import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { LedgerStore } from '../../enforcement/ports.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Backoff } from '../../kernel/store/backoff.ts';
import { getAll, inChunks, readAhead } from '../../kernel/store/batches.ts';
import { itemsUnder, queryAll } from '../../kernel/store/read-pages.ts';
import { BrokenItemError, readItem, type Item } from '../../kernel/store/stored-item.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { daysOf, type Day } from '../../kernel/time/day.ts';
import type { LedgerRow } from '../ledger-day.ts';
import {
  chunkOf,
  firstKey,
  isFull,
  NamesItem,
  namesPartition,
  noNames,
  partKey,
  partsMax,
  RowsItem,
  unpackNames,
  unpackRows,
  type ChunkNames,
} from './ledger-chunk.ts';

export interface LedgerTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly backoff: Backoff;
}

/** Days read ahead while one is summed: few, since each is in memory. */
const daysAheadMax = 2;

/** With their list, one call's maximum. */
const daysPerCall = 99;

export function ledgerReads(ledger: LedgerTable): Pick<LedgerStore, 'readRows' | 'readEach' | 'readUser'> {
  return {
    async readRows(day) {
      const rows = await readDay(ledger, day, await readNames(ledger));
      return sortedBy(rows, ({ userId }) => userId);
    },
    async *readEach(days) {
      const names = days.length === 0 ? new Map<string, ChunkNames>() : await readNames(ledger);
      const isOneList = names.size === 1 && names.has(firstKey);
      yield* isOneList ? readOfFirst(ledger, days) : readDays(ledger, days, names);
    },
    async readUser(userId, range) {
      const chunk = chunkOf(userId);
      const { first, chunks } = await readParts(ledger, [chunk], daysOf(range));
      const found: { readonly day: Day; readonly credits: number }[] = [];
      for (const { names, items } of [first, ...(chunks.get(chunk) ?? [])]) {
        for (const item of names.userIds.includes(userId) ? items : []) {
          const rows = await rowsIn(ledger, item, names);
          const own = rows.filter((row) => row.userId === userId);
          found.push(...own.map(({ credits }) => ({ day: String(item['day']), credits })));
        }
      }
      return found.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    },
  };
}

/** The user lists by chunk key. They only grow, so a newer one fits older rows. */
async function readNames(ledger: LedgerTable): Promise<Map<string, ChunkNames>> {
  const items = await readPartition(ledger, namesPartition);
  const names = new Map<string, ChunkNames>();
  for (const item of items) {
    names.set(String(item['userId']), await namesIn(ledger, item));
  }
  return names;
}

interface RowsOfDay {
  readonly day: Day;
  readonly rows: readonly LedgerRow[];
}

async function* readDays(
  ledger: LedgerTable,
  days: readonly Day[],
  names: Map<string, ChunkNames>,
): AsyncGenerator<RowsOfDay> {
  yield* readAhead(daysAheadMax, days, async (day) => ({ day, rows: await readDay(ledger, day, names) }));
}

/** While all users are in the first list: many days per call, with the list as of then. Full, it lacks others. */
async function* readOfFirst(ledger: LedgerTable, days: readonly Day[]): AsyncGenerator<RowsOfDay> {
  for (const some of inChunks(days, daysPerCall)) {
    const keys = [namesPartition, ...new Set(some)].map((day) => ({ day, userId: firstKey }));
    const { names, items } = await partIn(ledger, firstKey, await getAll(ledger.dynamo, ledger, keys));
    if (isFull(names)) {
      yield* readDays(ledger, some, await readNames(ledger));
      continue;
    }
    const itemOf = new Map(items.map((item) => [item['day'], item]));
    for (const day of some) {
      const item = itemOf.get(day);
      const known = item === undefined ? [] : await unpackRows(packedIn(ledger, item), names);
      yield { day, rows: known ?? (await readDay(ledger, day, await readNames(ledger))) };
    }
  }
}

/** A list older than a newly added user is read again and cached. */
async function readDay(ledger: LedgerTable, day: Day, names: Map<string, ChunkNames>): Promise<readonly LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (const item of await readPartition(ledger, day)) {
    const key = String(item['userId']);
    let own = await unpackRows(packedIn(ledger, item), names.get(key) ?? noNames);
    if (own === undefined) {
      (await readNames(ledger)).forEach((fresh, chunk) => names.set(chunk, fresh));
      own = await rowsIn(ledger, item, names.get(key) ?? noNames);
    }
    for (const row of own) {
      rows.push(row);
    }
  }
  return rows;
}

async function readPartition({ dynamo, table }: LedgerTable, day: string): Promise<readonly Item[]> {
  return queryAll(dynamo, itemsUnder(table, { day }));
}

/** A stored user list: the first one, or a part of a chunk. */
export interface LedgerPart {
  readonly key: string;
  readonly storedNames: Item | undefined;
  readonly names: ChunkNames;
  readonly items: readonly Item[];
}

/**
 * The first list and some chunks' parts, with their rows of some days, in parallel. Only a full list can have a
 * following part, so one round suffices unless there are very many users.
 */
export async function readParts(
  ledger: LedgerTable,
  chunks: readonly number[],
  days: readonly Day[],
): Promise<{ readonly first: LedgerPart; readonly chunks: ReadonlyMap<number, readonly LedgerPart[]> }> {
  const parts = new Map<number, LedgerPart[]>(chunks.map((chunk) => [chunk, []]));
  let first: LedgerPart | undefined;
  let open = chunks;
  for (let part = 0; open.length > 0 && part < partsMax; part += 1) {
    const lists = [...(first === undefined ? [firstKey] : []), ...open.map((chunk) => partKey(chunk, part))];
    const keys = lists.flatMap((userId) => [namesPartition, ...days].map((day) => ({ day, userId })));
    const items = Map.groupBy(await getAll(ledger.dynamo, ledger, keys), ({ userId }) => String(userId));
    first ??= await partIn(ledger, firstKey, items.get(firstKey) ?? []);
    const full: number[] = [];
    for (const chunk of open) {
      const read = await partIn(ledger, partKey(chunk, part), items.get(partKey(chunk, part)) ?? []);
      parts.get(chunk)?.push(read);
      full.push(...(isFull(read.names) ? [chunk] : []));
    }
    open = full;
  }
  invariant(first !== undefined, 'rows of some chunk are looked for');
  return { first, chunks: parts };
}

async function partIn(ledger: LedgerTable, key: string, stored: readonly Item[]): Promise<LedgerPart> {
  const storedNames = stored.find((item) => item['day'] === namesPartition);
  const names = storedNames === undefined ? noNames : await namesIn(ledger, storedNames);
  return { key, storedNames, names, items: stored.filter((item) => item !== storedNames) };
}

async function namesIn(ledger: LedgerTable, item: Item): Promise<ChunkNames> {
  return unpackNames(readItem(NamesItem, item, placeOf(ledger, item)).text);
}

export async function rowsIn(ledger: LedgerTable, item: Item, names: ChunkNames): Promise<readonly LedgerRow[]> {
  const rows = await unpackRows(packedIn(ledger, item), names);
  if (rows === undefined) {
    const place = placeOf(ledger, item);
    throw new BrokenItemError(
      `the item "${place.key}" of table ${place.table} names users that its chunk does not know`,
    );
  }
  return rows;
}

function packedIn(ledger: LedgerTable, item: Item): string {
  return readItem(RowsItem, item, placeOf(ledger, item)).text;
}

export function placeOf({ table }: LedgerTable, item: Item) {
  return { table, key: `${String(item['day'])} ${String(item['userId'])}` };
}
