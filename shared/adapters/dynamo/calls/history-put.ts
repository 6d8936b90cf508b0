import { PutCommand, type DynamoDBDocumentClient, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';

import { checkItem, type Item, type Place } from '../items/stored-item.ts';
import { isMade } from './one-item.ts';

/** An item of history: a journal entry, a version, a link of the evidence, a piece of a revision. */
export interface HistoryItem extends Place {
  readonly schema: z.ZodObject;
  readonly item: Item;
}

/** A put that is refused where anything stands already. All history is written by it or by `writeHistory`. */
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
 * Writes an item of history. Where the very same item stands already it is written, too: the attempt before may be one
 * of this call. `otherwise`: another item stands there, and stays. It needs the right to put alone.
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

/** The condition that what stands there is equal, field by field; a field that the item has not is not there either. */
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
