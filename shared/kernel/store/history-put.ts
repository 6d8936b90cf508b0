import { PutCommand, type DynamoDBDocumentClient, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';

import { isMade } from './one-item.ts';
import { checkItem, type Item, type Place } from './stored-item.ts';

export interface HistoryItem extends Place {
  readonly schema: z.ZodObject;
  readonly item: Item;
}

/** A put that fails when an item exists. All history is written by it or by `writeHistory`. */
export function historyPut({ schema, item, ...place }: HistoryItem): { readonly Put: PutCommandInput } {
  const [partition = ''] = Object.keys(schema.shape);
  return {
    Put: {
      TableName: place.table,
      Item: checkItem(schema, item, place),
      ConditionExpression: 'attribute_not_exists(#partition)',
      ExpressionAttributeNames: { '#partition': partition },
    },
  };
}

/**
 * Writes an item of history. An equal existing item counts as written, since an earlier attempt of this call may have
 * put it. `otherwise`: another item exists and stays. Needs only the right to put.
 */
export async function writeHistory(
  dynamo: DynamoDBDocumentClient,
  history: HistoryItem,
): Promise<'written' | 'otherwise'> {
  const { Put } = historyPut(history);
  const same = { ...Put, ...isTheSame(history) };
  const isWritten =
    (await isMade(dynamo.send(new PutCommand(Put)))) || (await isMade(dynamo.send(new PutCommand(same))));
  return isWritten ? 'written' : 'otherwise';
}

/** The condition that the existing item is equal, field by field, without further fields. */
function isTheSame({ schema, item }: HistoryItem) {
  const fields = Object.keys(schema.shape).map((name, index) => ({
    name: `#f${index}`,
    value: `:f${index}`,
    of: name,
  }));
  const [stored, absent] = [
    fields.filter(({ of }) => item[of] !== undefined),
    fields.filter(({ of }) => item[of] === undefined),
  ];
  return {
    ConditionExpression: [
      ...stored.map(({ name, value }) => `${name} = ${value}`),
      ...absent.map(({ name }) => `attribute_not_exists(${name})`),
    ].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(fields.map(({ name, of }) => [name, of])),
    ExpressionAttributeValues: Object.fromEntries(stored.map(({ value, of }) => [value, item[of]])),
  };
}
