import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../invariant.ts';
import { compareText } from '../texts/compare-text.ts';
import { msPerDay } from '../time/day.ts';
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

const weekMs = 7 * msPerDay;
/** JSON of an item before it is compressed: below an item's 400 KB, however badly that goes. */
const jsonBytesMax = 256 * 1_024;
/** Compressed bytes of changes from which on a base is worth its write. */
const changedBytesMin = 48 * 1_024;
const collisionsMax = 20;

/**
 * Each write adds an item of what changed, in the order of their numbers, and the last row of an id counts, so that a
 * changed row costs its compressed bytes and not a write unit. Once the changes are larger than what they change, all rows
 * are written anew, as a base: readers begin there as soon as the first item behind it says so. A write that is stopped
 * anywhere has set some of its rows and lost none of the others. What lies before a base goes by its keeping time, for
 * nothing.
 */
export function packedRows<Row extends object>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  kind: PackedKind<Row>,
): {
  /** All rows, in the order of their ids. `earlier`: rows that an earlier version stored, where they were not set since. */
  list(earlier?: readonly Row[]): Promise<readonly Row[]>;
  /** Sets some rows: what is unchanged need not be among them. */
  put(rows: readonly Row[]): Promise<void>;
} {
  const { part, idOf } = kind;
  const readLast = async (): Promise<LogItem> => {
    const [last] = await queryAll(dynamo, { ...itemsUnder(table, { part }), ScanIndexForward: false }, 1);
    return last === undefined ? noItem : readItem(PackedItem, last, { table, key: part });
  };
  const rowsFrom = async (from: number): Promise<ReadonlyMap<string, Row>> => {
    const range = { sort: 'id', test: '#sort >= :from', values: { ':from': placeOf(from, 0) } };
    const rows = new Map<string, Row>();
    for await (const item of queryEach(dynamo, itemsUnder(table, { part }, range))) {
      for (const row of await rowsIn(item, kind, table)) {
        rows.set(idOf(row), row);
      }
    }
    return rows;
  };
  const write = async (rows: readonly Row[]): Promise<boolean> => {
    const last = await readLast();
    const { from, baseBytes, changedBytes } = last;
    let number = numberIn(last.id) + 1;
    let log: Log = { from, baseBytes, changedBytes };
    if (changedBytes > Math.max(baseBytes, changedBytesMin)) {
      const base = await itemsOf(number, [...(await rowsFrom(from)).values()], { kind, log });
      if (!(await isWritten(dynamo, base, table))) {
        return false;
      }
      log = { from: number, baseBytes: bytesOf(base), changedBytes: 0 };
      number += 1;
    }
    return isWritten(dynamo, await itemsOf(number, rows, { kind, log }), table);
  };

  return {
    async list(earlier = []) {
      const packed = await rowsFrom((await readLast()).from);
      const rows = new Map([...earlier.map((row) => [idOf(row), row] as const), ...packed]);
      return [...rows].toSorted(([a], [b]) => compareText(a, b)).map(([, row]) => row);
    },
    async put(rows) {
      // A number that another writer has taken, or an earlier attempt of this write: the rows stand behind it.
      for (let tries = 0; rows.length > 0; tries += 1) {
        if (await write(rows)) {
          return;
        }
        invariant(tries < collisionsMax, 'writers of packed rows do not meet so often');
      }
    },
  };
}

/** Where readers begin, and the compressed bytes of the base there and of the changes behind it. */
interface Log {
  readonly from: number;
  readonly baseBytes: number;
  readonly changedBytes: number;
}

const size = z.int().min(0);
const PackedItem = z.object({ id: z.string(), rows: z.string(), from: size, baseBytes: size, changedBytes: size });
type LogItem = z.output<typeof PackedItem>;
const noItem: LogItem = { id: placeOf(0, 0), rows: '', from: 0, baseBytes: 0, changedBytes: 0 };

function placeOf(number: number, chunk: number): string {
  return `${String(number).padStart(10, '0')}/${String(chunk).padStart(4, '0')}`;
}

function numberIn(id: string): number {
  return Number(id.split('/')[0]);
}

async function rowsIn<Row>(item: Item, { part, read }: PackedKind<Row>, table: string): Promise<readonly Row[]> {
  const place = { table, key: `${part} ${String(item['id'])}` };
  const { rows } = readItem(PackedItem, item, place);
  return rowsOf(await unpackText(rows)).map((row) => read(row, place));
}

async function itemsOf<Row extends object>(
  number: number,
  rows: readonly Row[],
  {
    kind,
    log,
  }: {
    readonly kind: PackedKind<Row>;
    /** As it is without these items. */
    readonly log: Log;
  },
) {
  const chunks = chunksOf(rows, kind);
  const texts = await Promise.all(chunks.map(async (chunk) => packText(columnsOf(chunk))));
  const changedBytes = texts.reduce((sum, { length }) => sum + length, log.changedBytes);
  return chunks.map((chunk, index) => ({
    part: kind.part,
    id: placeOf(number, index),
    rows: texts[index] ?? '',
    ...log,
    changedBytes,
    goneAfter: Math.ceil(Math.max(...chunk.map(kind.keptUntilMs)) / 1_000),
  }));
}

function bytesOf(items: readonly { readonly rows: string }[]): number {
  return items.reduce((sum, { rows }) => sum + rows.length, 0);
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

/** Rows of a week of their keeping together, so that an item goes when they go. */
function chunksOf<Row extends object>(rows: readonly Row[], { keptUntilMs }: PackedKind<Row>) {
  const weeks = Map.groupBy(rows, (row) => Math.floor(keptUntilMs(row) / weekMs));
  const bytes = { of: (row: Row) => itemBytes(row as Item), max: jsonBytesMax };
  return [...weeks.values()].flatMap((own) => inChunks(own, Infinity, bytes));
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
