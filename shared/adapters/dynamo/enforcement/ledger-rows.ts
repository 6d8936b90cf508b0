import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import type { LedgerStore } from '../../../application/enforcement/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { LedgerRow } from '../../../domain/ledger/ledger-day.ts';
import { daysOf, type Day } from '../../../domain/time/day.ts';
import { tryAgain, type Backoff } from '../calls/backoff.ts';
import { getAll } from '../calls/batches.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { eachAtMost, inChunks, readAhead } from '../calls/in-chunks.ts';
import { isMade } from '../calls/one-item.ts';
import {
  chunkOf,
  firstKey,
  isFull,
  NamesItem,
  namesPartition,
  namesWith,
  noNames,
  packNames,
  packRows,
  partedByFirst,
  partKey,
  partsMax,
  partsOf,
  Row,
  RowsItem,
  unpackNames,
  unpackRows,
  type Names,
} from '../items/ledger-chunk.ts';
import { itemsUnder, queryAll } from '../calls/read-pages.ts';
import { BrokenItemError, checkItem, readItem, type Item } from '../items/stored-item.ts';

interface LedgerTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
  readonly backoff: Backoff;
}

/** While a day is added up, the next ones are on their way: enough not to wait, and few, since each is in memory. */
const daysAheadMax = 2;

/** With their list, as many as one call takes. */
const daysPerCall = 99;

/** Chunks are written in parallel, so many at a time. */
const writesMax = 8;

/** Other writers got in between, every time. */
class LedgerContendedError extends Error {
  override readonly name = 'LedgerContendedError';
}

/** The rows of the ledger, in chunks of users. */
export function ledgerRows(ledger: LedgerTable): Pick<LedgerStore, 'readRows' | 'readEach' | 'putRows' | 'readUser'> {
  return {
    async readRows(day) {
      const rows = await readDay(ledger, day, await readNames(ledger));
      return sortedBy(rows, ({ userId }) => userId);
    },
    async *readEach(days) {
      const names = days.length === 0 ? new Map<string, Names>() : await readNames(ledger);
      const isOneList = names.size === 1 && names.has(firstKey);
      yield* isOneList ? readOfFirst(ledger, days) : readDays(ledger, days, names);
    },
    async putRows(day, rows) {
      rows.filter((row) => !Row.safeParse(row).success).forEach((row) => refuseRow(ledger, day, row));
      if (rows.length === 0) {
        return;
      }
      // Of two rows of one user the later counts, as when both were set in turn.
      const unique = [...new Map(rows.map((row) => [row.userId, row])).values()];
      const left = await tryAgain<readonly LedgerRow[]>(ledger.backoff, unique, async (open) =>
        putOpen(ledger, day, open),
      );
      if (left !== undefined) {
        throw new LedgerContendedError(`the ledger of ${day} was written by somebody else every time`);
      }
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

/** Raises BrokenItemError, with what is wrong about the row. */
function refuseRow({ table }: LedgerTable, day: Day, row: LedgerRow): void {
  checkItem(Row, { ...row }, { table, key: `${day} ${row.userId}` });
}

/** The lists of users, by the key of their chunk. They only grow, so that an older one is good for older rows. */
async function readNames(ledger: LedgerTable): Promise<Map<string, Names>> {
  const items = await readPartition(ledger, namesPartition);
  const names = new Map<string, Names>();
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
  names: Map<string, Names>,
): AsyncGenerator<RowsOfDay> {
  yield* readAhead(daysAheadMax, days, async (day) => ({ day, rows: await readDay(ledger, day, names) }));
}

/**
 * Where all people are in the first list, many days in one call, with the list as it is by then: once that is full, there
 * may be others.
 */
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

/** A list that is too old, since a user has just been added to it, is read again and cached with the others. */
async function readDay(ledger: LedgerTable, day: Day, names: Map<string, Names>): Promise<readonly LedgerRow[]> {
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

/** A list of people, as it is stored: that of the first ones, or a part of a chunk. */
interface Part {
  readonly key: string;
  readonly storedNames: Item | undefined;
  readonly names: Names;
  /** Its rows of some days. */
  readonly items: readonly Item[];
}

interface Parts {
  readonly first: Part;
  readonly chunks: ReadonlyMap<number, readonly Part[]>;
}

/**
 * The list of the first people and the parts of some chunks, with their rows of some days, all at once. Only where a list
 * is full there may be a part after it, so that one read does, unless there are very many people.
 */
async function readParts(ledger: LedgerTable, chunks: readonly number[], days: readonly Day[]): Promise<Parts> {
  const parts = new Map<number, Part[]>(chunks.map((chunk) => [chunk, []]));
  let first: Part | undefined;
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

async function partIn(ledger: LedgerTable, key: string, stored: readonly Item[]): Promise<Part> {
  const storedNames = stored.find((item) => item['day'] === namesPartition);
  const names = storedNames === undefined ? noNames : await namesIn(ledger, storedNames);
  return { key, storedNames, names, items: stored.filter((item) => item !== storedNames) };
}

/**
 * Sets rows of a day. What is there is read, changed and written under the condition that nobody else has written it
 * meanwhile. Gives what lost that race, or has learned of its own write by a refusal: read again, it shows what is left.
 */
async function putOpen(
  ledger: LedgerTable,
  day: Day,
  rows: readonly LedgerRow[],
): Promise<readonly LedgerRow[] | undefined> {
  const { first, chunks } = await readParts(ledger, [...new Set(rows.map(({ userId }) => chunkOf(userId)))], [day]);
  const listed = new Set([...chunks.values()].flat().flatMap(({ names }) => names.userIds));
  const { ofFirst, ofChunks } = partedByFirst(first.names, listed, rows);
  // A list is begun only once those before it are full, so that nobody comes into two.
  if (ofFirst.length > 0 && !(await putPart(ledger, day, { part: first, rows: ofFirst }))) {
    return rows;
  }
  const refused: LedgerRow[][] = [];
  await eachAtMost(writesMax, [...Map.groupBy(ofChunks, ({ userId }) => chunkOf(userId))], async ([chunk, own]) => {
    const isSet = await putChunk(ledger, { day, chunk, parts: chunks.get(chunk) ?? [] }, own);
    refused.push(...(isSet ? [] : [own]));
  });
  return refused.length === 0 ? undefined : refused.flat();
}

interface SeenChunk {
  readonly day: Day;
  readonly chunk: number;
  readonly parts: readonly Part[];
}

/** Sets rows of a chunk. False where somebody else has written meanwhile. */
async function putChunk(
  ledger: LedgerTable,
  { day, chunk, parts }: SeenChunk,
  rows: readonly LedgerRow[],
): Promise<boolean> {
  const lists = parts.map(({ names }) => names);
  // In their order, each begun once the one before it is full.
  for (const [index, rowsOfPart] of partsOf(lists, rows)) {
    const part = parts[index] ?? { key: partKey(chunk, index), storedNames: undefined, names: noNames, items: [] };
    if (!(await putPart(ledger, day, { part, rows: rowsOfPart }))) {
      return false;
    }
  }
  return true;
}

/** False where somebody else has written meanwhile. */
async function putPart(
  ledger: LedgerTable,
  day: Day,
  {
    part: { key, storedNames, names: before, items },
    rows,
  }: { readonly part: Part; readonly rows: readonly LedgerRow[] },
): Promise<boolean> {
  const names = namesWith(before, rows);
  if (names !== before) {
    const next = { day: namesPartition, key, stored: storedNames };
    if (!(await putNext(ledger, next, await packNames(names)))) {
      return false;
    }
  }
  const stored = items.find((item) => item['day'] === day);
  const known = stored === undefined ? [] : await rowsIn(ledger, stored, names);
  const merged = new Map([...known, ...rows].map((row) => [row.userId, row]));
  const packed = await packRows([...merged.values()], names);
  return stored?.['text'] === packed || putNext(ledger, { day, key, stored }, packed);
}

interface NextVersion {
  readonly day: Day;
  readonly key: string;
  readonly stored: Item | undefined;
}

/** Writes the next version of an item. False when it is not the next any more. */
async function putNext(ledger: LedgerTable, { day, key, stored }: NextVersion, text: string): Promise<boolean> {
  const schema: z.ZodType = day === namesPartition ? NamesItem : RowsItem;
  const seen = Number(stored?.['version'] ?? 0);
  const item = { day, userId: key, version: seen + 1, text };
  invariant(Number.isSafeInteger(seen), 'the version of a chunk is a whole number');
  const put = new PutCommand({
    TableName: ledger.table,
    Item: checkItem(schema, item, placeOf(ledger, item)),
    ConditionExpression: stored === undefined ? 'attribute_not_exists(version)' : 'version = :seen',
    ...(stored !== undefined && { ExpressionAttributeValues: { ':seen': seen } }),
  });
  return isMade(ledger.dynamo.send(put));
}

async function namesIn(ledger: LedgerTable, item: Item): Promise<Names> {
  return unpackNames(readItem(NamesItem, item, placeOf(ledger, item)).text);
}

async function rowsIn(ledger: LedgerTable, item: Item, names: Names): Promise<readonly LedgerRow[]> {
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

function placeOf({ table }: LedgerTable, item: Item) {
  return { table, key: `${String(item['day'])} ${String(item['userId'])}` };
}
