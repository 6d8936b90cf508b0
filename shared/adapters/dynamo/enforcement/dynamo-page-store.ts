import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Clock, ListPage, PageStore } from '../../../application/runs/ports.ts';
import { packJson, pieceFields, placeOfPiece, unpackJson, type Piece } from '../items/packed-json.ts';
import { queryAll } from '../calls/read-pages.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';

/** A page in pieces: nearly always one. */
const PieceItem = z.object({
  listId: z.string().min(1),
  /** Number of the page and of the piece, so that both sort. */
  place: z.string().regex(/^\d{6}\/\d{4}$/),
  ...pieceFields,
  /** Unix second after which the table forgets the page. */
  goneAfter: z.int(),
});

/** No run takes longer. */
const keptMs = 2 * 86_400_000;

/** At 100 rows a page this is a million. */
const pagesMax = 10_000;

export interface PageShelfTable<Page> {
  readonly table: string;
  readonly schema: z.ZodType<Page>;
  readonly clock: Clock;
}

/** The pages table: what a run has read of the platform's lists, for two days. */
export function dynamoPageStore<Page extends ListPage>(
  dynamo: DynamoDBDocumentClient,
  { table, schema, clock }: PageShelfTable<Page>,
): PageStore<Page> {
  async function pageAt(list: string, number: number): Promise<Page | undefined> {
    const value = await unpackJson(await piecesOf({ dynamo, table }, list, number));
    return value === undefined ? undefined : schema.parse(value);
  }

  return {
    async put(list, number, page) {
      const goneAfter = Math.floor((clock.now() + keptMs) / 1000);
      for (const [index, piece] of (await packJson(page)).entries()) {
        const place = `${placeOfPage(number)}/${placeOfPiece(index)}`;
        const key = { table, key: `${list} ${place}` };
        const Item = checkItem(PieceItem, { listId: list, place, ...piece, goneAfter }, key);
        await dynamo.send(new PutCommand({ TableName: table, Item }));
      }
    },
    async last(list) {
      const number = await lastNumber({ dynamo, table }, list);
      // Of the last page, a process that ended may have written a part only: then it is not there.
      for (const each of [number, number - 1].filter((candidate) => candidate > 0)) {
        const page = await pageAt(list, each);
        if (page !== undefined) {
          return { number: each, page };
        }
      }
      return undefined;
    },
    async *read(list) {
      for (let number = 1; number <= pagesMax; number += 1) {
        const page = await pageAt(list, number);
        if (page === undefined) {
          return;
        }
        yield page;
      }
    },
    async drop() {
      // The table forgets them by itself; taking them out would cost as much as putting them in.
    },
  };
}

interface Shelf {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
}

async function piecesOf({ dynamo, table }: Shelf, list: string, number: number): Promise<readonly Piece[]> {
  const items = await queryAll(dynamo, {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'listId = :list AND begins_with(place, :page)',
    ExpressionAttributeValues: { ':list': list, ':page': `${placeOfPage(number)}/` },
  });
  return items.map((item) => piecesIn(item, table));
}

async function lastNumber({ dynamo, table }: Shelf, list: string): Promise<number> {
  const query = {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'listId = :list',
    ExpressionAttributeValues: { ':list': list },
    ScanIndexForward: false,
  };
  const [last] = await queryAll(dynamo, query, 1);
  return last === undefined ? 0 : Number(PieceItem.shape.place.parse(last['place']).slice(0, 6));
}

function piecesIn(item: Item, table: string): Piece {
  return readItem(PieceItem, item, { table, key: String(item['listId']) });
}

/** Sorts as the numbers do. */
function placeOfPage(number: number): string {
  return String(number).padStart(6, '0');
}
