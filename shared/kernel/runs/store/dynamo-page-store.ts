import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { RosterPage } from '../../../enforcement/ports.ts';
import type { UserMetricsPage } from '../../../ledger/reading.ts';
import type { RosterUser } from '../../../roster/person.ts';
import { rosterUserFields } from '../../../roster/store.ts';
import { packJson, pieceFields, placeOfPiece, unpackJson, type PackedPiece } from '../../store/packed-json.ts';
import { itemsUnder, queryAll, queryEach } from '../../store/read-pages.ts';
import { BrokenItemError, checkItem, type Item, readItem, storing } from '../../store/stored-item.ts';
import type { Clock, ListPage, PageStore } from '../ports.ts';

/** A group of pages in pieces: nearly always one. */
const PieceItem = z.object({
  listId: z.string().min(1),
  /** Numbers of the first page and of the piece, zero-padded for sorting. */
  place: z.string().regex(/^\d{6}\/\d{4}$/),
  ...pieceFields,
  /** TTL, in Unix seconds. */
  goneAfter: z.int(),
});

/** No run takes longer. */
const keptMs = 2 * 86_400_000;

/** The pages table: platform lists as read by a run, kept for two days. */
export function dynamoPageStore<Page extends ListPage>(
  dynamo: DynamoDBDocumentClient,
  { table, schema, clock }: { readonly table: string; readonly schema: z.ZodType<Page>; readonly clock: Clock },
): PageStore<Page> {
  const pages = z.array(schema);
  const here = { dynamo, table };

  /** The group; undefined when its writer ended before writing all pieces. */
  async function pagesIn(pieces: readonly PackedPiece[]): Promise<readonly Page[] | undefined> {
    // An earlier value may have had more pieces.
    const value = await unpackJson(pieces.slice(0, pieces[0]?.pieces)).catch(() => undefined);
    return value === undefined ? undefined : pages.parse(value);
  }

  return {
    async put(list, first, kept) {
      const goneAfter = Math.floor((clock.now() + keptMs) / 1000);
      for (const [index, piece] of (await packJson(kept)).entries()) {
        const place = `${placeOfPage(first)}/${placeOfPiece(index)}`;
        const key = { table, key: `${list} ${place}` };
        const Item = checkItem(PieceItem, { listId: list, place, ...piece, goneAfter }, key);
        await dynamo.send(new PutCommand({ TableName: table, Item }));
      }
    },
    async last(list) {
      // An interrupted process may have written part of the last group: it counts as absent.
      for (let first = await firstBefore(here, list); first !== undefined;) {
        const kept = await pagesIn(await piecesOf(here, list, first));
        const page = kept?.at(-1);
        if (kept !== undefined && page !== undefined) {
          return { number: first + kept.length - 1, page };
        }
        first = await firstBefore(here, list, first);
      }
      return undefined;
    },
    async *read(list) {
      let next = 1;
      for await (const [first, pieces] of entriesOf(here, list)) {
        const kept = await pagesIn(pieces);
        if (kept === undefined || first !== next) {
          throw new BrokenItemError(`page ${next} of the list ${list} is missing in table ${table}`);
        }
        yield* kept;
        next += kept.length;
      }
    },
    async drop() {
      // The TTL removes them; deleting costs as much as writing.
    },
  };
}

interface PageTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
}

async function piecesOf({ dynamo, table }: PageTable, list: string, number: number): Promise<readonly PackedPiece[]> {
  const range = {
    sort: 'place',
    test: 'begins_with(#sort, :page)',
    values: { ':page': `${placeOfPage(number)}/` },
  };
  const items = await queryAll(dynamo, itemsUnder(table, { listId: list }, range));
  return items.map((item) => piecesIn(item, table));
}

async function firstBefore({ dynamo, table }: PageTable, list: string, before?: number): Promise<number | undefined> {
  // `~` sorts after every number.
  const values = { ':before': before === undefined ? '~' : placeOfPage(before) };
  const query = itemsUnder(table, { listId: list }, { sort: 'place', test: '#sort < :before', values });
  const [last] = await queryAll(dynamo, { ...query, ProjectionExpression: 'place', ScanIndexForward: false }, 1);
  return last === undefined ? undefined : firstOf(last);
}

async function* entriesOf(
  { dynamo, table }: PageTable,
  list: string,
): AsyncIterable<readonly [number, readonly PackedPiece[]]> {
  let pieces: PackedPiece[] = [];
  let first = 0;
  for await (const item of queryEach(dynamo, itemsUnder(table, { listId: list }))) {
    if (firstOf(item) !== first && pieces.length > 0) {
      yield [first, pieces];
      pieces = [];
    }
    first = firstOf(item);
    pieces.push(piecesIn(item, table));
  }
  if (pieces.length > 0) {
    yield [first, pieces];
  }
}

function firstOf(item: Item): number {
  return Number(PieceItem.shape.place.parse(item['place']).slice(0, 6));
}

function piecesIn(item: Item, table: string): PackedPiece {
  return readItem(PieceItem, item, { table, key: String(item['listId']) });
}

function placeOfPage(number: number): string {
  return String(number).padStart(6, '0');
}

/** A stored roster page; likely secrets were removed before. */
export const KeptRosterPage = storing<Omit<RosterPage, 'users'> & { readonly users: readonly RosterUser[] }>()(
  z.object({
    users: z.array(z.object(rosterUserFields)),
    unreadable: z.int().min(0),
    next: z.string().optional(),
  }),
);

export const KeptMetricsPage = storing<UserMetricsPage & ListPage>()(
  z.object({
    rows: z.array(z.object({ day: z.string(), userId: z.string().min(1), credits: z.int() })),
    unreadable: z.array(z.object({ day: z.string().optional(), userId: z.string().optional(), problem: z.string() })),
    next: z.string().optional(),
  }),
);
