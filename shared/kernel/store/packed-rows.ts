import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../invariant.ts';
import { compareText } from '../texts/compare-text.ts';
import { msPerDay } from '../time/day.ts';
import { patientBackoff, tryAgain } from './backoff.ts';
import { inChunks } from './batches.ts';
import { isMade } from './one-item.ts';
import { packText, unpackText } from './packed-json.ts';
import { itemsUnder, queryAll, queryEach } from './read-pages.ts';
import { type Item, itemBytes, readItem } from './stored-item.ts';

/** Rows that are stored many in an item, in a table with the keys `part` and `id`. */
interface PackedKind<Row> {
  readonly part: string;
  readonly idOf: (row: Row) => string;
  /** Until when a row is kept, in Unix milliseconds: it goes with its item, a week later at most. */
  readonly keptUntilMs: (row: Row) => number;
  /** Reads a row. Throws BrokenItemError. */
  readonly read: (row: Item, place: { readonly table: string; readonly key: string }) => Row;
}

export interface PackedRows<Row> {
  /** All rows, by id. */
  list(): Promise<ReadonlyMap<string, Row>>;
  /** Sets some rows: what is unchanged need not be among them. */
  put(rows: readonly Row[]): Promise<void>;
}

const weekMs = 7 * msPerDay;
/** JSON of an item before it is compressed: below an item's 400 KB, however badly that goes. */
const jsonBytesMax = 256 * 1_024;
/** So many writes are merged into one: of hourly ones a day and a third. */
const writesMerged = 32;
const collisionsMax = 20;
const removedPerBatch = 25;

/**
 * Each write adds items, in the order of their numbers, and the last row of an id counts, so that a changed row costs its
 * compressed bytes and not a write unit. Every so many writes the last ones are merged. Each item stands for itself: a
 * write that is interrupted has set some of its rows, and a merge that is interrupted leaves rows twice, as they are.
 */
export function packedRows<Row extends object>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  kind: PackedKind<Row>,
): PackedRows<Row> {
  const { part, idOf } = kind;
  const items = itemsUnder(table, { part });
  return {
    async list() {
      const rows = new Map<string, Row>();
      for await (const item of queryEach(dynamo, items)) {
        for (const row of await rowsIn(item, kind, table)) {
          rows.set(idOf(row), row);
        }
      }
      return rows;
    },
    async put(rows) {
      if (rows.length === 0) {
        return;
      }
      const [last] = await queryAll(dynamo, { ...items, ScanIndexForward: false }, 1);
      const first = 1 + (last === undefined ? 0 : numberIn(String(last['id'])));
      // A number that another writer has taken, or an earlier attempt of this write: the rows stand behind it.
      for (let number = first; number < first + collisionsMax; number += 1) {
        const before = number % writesMerged === 0 ? await queryAll(dynamo, lastBefore(number, { table, part })) : [];
        const earlier = await Promise.all(before.map(async (item) => rowsIn(item, kind, table)));
        const byId = new Map([...earlier.flat(), ...rows].map((row) => [idOf(row), row]));
        if (await isWritten(dynamo, await itemsOf(number, [...byId.values()], kind), table)) {
          const keys = before.map(({ id }) => ({ part, id }));
          await removeAll(dynamo, table, keys);
          return;
        }
      }
      throw new Error(`the items ${part} of table ${table} were written by others ${collisionsMax} times in a row`);
    },
  };
}

/** The items of the writes that are merged into that of a number. */
function lastBefore(number: number, { table, part }: { readonly table: string; readonly part: string }) {
  return itemsUnder(
    table,
    { part },
    {
      sort: 'id',
      test: '#sort BETWEEN :from AND :before',
      values: { ':from': placeOf(number - writesMerged + 1, 0), ':before': placeOf(number, 0) },
    },
  );
}

async function itemsOf<Row extends object>(number: number, rows: readonly Row[], kind: PackedKind<Row>) {
  const { part, keptUntilMs } = kind;
  return Promise.all(
    chunksOf(rows, kind).map(async (chunk, index) => ({
      part,
      id: placeOf(number, index),
      rows: await packText(columnsOf(chunk)),
      goneAfter: Math.ceil(Math.max(...chunk.map(keptUntilMs)) / 1_000),
    })),
  );
}

/** Writes items in their order; false once one of them is there. */
async function isWritten(dynamo: DynamoDBDocumentClient, items: readonly Item[], TableName: string): Promise<boolean> {
  for (const Item of items) {
    const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
    if (!(await isMade(dynamo.send(put)))) {
      return false;
    }
  }
  return true;
}

const PackedItem = z.object({ rows: z.string() });

async function rowsIn<Row>(item: Item, { part, read }: PackedKind<Row>, table: string): Promise<readonly Row[]> {
  const place = { table, key: `${part} ${String(item['id'])}` };
  const { rows } = readItem(PackedItem, item, place);
  return rowsOf(await unpackText(rows)).map((row) => read(row, place));
}

function placeOf(number: number, chunk: number): string {
  return `${String(number).padStart(10, '0')}/${String(chunk).padStart(4, '0')}`;
}

function numberIn(id: string): number {
  return Number(id.split('/')[0]);
}

/** Rows of a week of their keeping together, so that an item goes when they go. */
function chunksOf<Row extends object>(rows: readonly Row[], { keptUntilMs }: PackedKind<Row>) {
  const weeks = Map.groupBy(rows, (row) => Math.floor(keptUntilMs(row) / weekMs));
  const size = { of: (row: Row) => itemBytes(row as Item), max: jsonBytesMax };
  return [...weeks.values()].flatMap((own) => inChunks(own, Infinity, size));
}

type Columns = Readonly<Record<string, readonly unknown[]>>;

/** Values of a field stand together, which compresses better; null where a row lacks it. */
function columnsOf(rows: readonly object[]): Columns {
  const names = [...new Set(rows.flatMap(Object.keys))].toSorted(compareText);
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => (row as Item)[name] ?? null)]));
}

const Columns = z.record(z.string(), z.array(z.unknown()));

function rowsOf(packed: unknown): readonly Item[] {
  const columns = Object.entries(Columns.parse(packed));
  const count = Math.max(0, ...columns.map(([, values]) => values.length));
  invariant(
    columns.every(([, values]) => values.length === count),
    'every packed column has a value for each row',
  );
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(columns.flatMap(([name, { [index]: value }]) => (value === null ? [] : [[name, value]]))),
  );
}

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

/** Rows that stay behind are read a second time, no more: what is left after every retry goes with its keeping time. */
async function removeAll(dynamo: DynamoDBDocumentClient, table: string, keys: readonly Item[]): Promise<void> {
  for (const batch of inChunks(keys, removedPerBatch)) {
    const first: Requests = { [table]: batch.map((Key) => ({ DeleteRequest: { Key } })) };
    await tryAgain(patientBackoff, first, async (RequestItems) => {
      const { UnprocessedItems } = await dynamo.send(new BatchWriteCommand({ RequestItems }));
      return (UnprocessedItems?.[table] ?? []).length > 0 ? UnprocessedItems : undefined;
    });
  }
}
