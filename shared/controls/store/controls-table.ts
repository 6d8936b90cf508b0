import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { eachAtMost } from '../../kernel/store/batches.ts';
import { packJson, pieceFields, placeOfPiece, unpackJson } from '../../kernel/store/packed-json.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import { checkItem, readItem } from '../../kernel/store/stored-item.ts';

const PieceItem = z.object({ part: z.string(), id: z.string(), ...pieceFields });

const concurrencyMax = 4;

export interface ControlsTable {
  readonly dynamo: DynamoDBDocumentClient;
  readonly table: string;
}

/** Writes a value that may exceed an item, under a unique name. */
export async function putDocument({ dynamo, table }: ControlsTable, name: string, value: unknown): Promise<void> {
  const part = `document/${name}`;
  const pieces = await packJson(value);
  await eachAtMost(concurrencyMax, [...pieces.entries()], async ([index, piece]) => {
    const item = { part, id: placeOfPiece(index), ...piece };
    const Item = checkItem(PieceItem, item, { table, key: part });
    await dynamo.send(new PutCommand({ TableName: table, Item }));
  });
}

export async function readDocument({ dynamo, table }: ControlsTable, name: string): Promise<unknown> {
  const part = `document/${name}`;
  const items = await queryPart(dynamo, table, part);
  return unpackJson(items.map((item) => readItem(PieceItem, item, { table, key: part })));
}
