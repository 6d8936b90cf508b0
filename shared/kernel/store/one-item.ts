import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { isSameStored } from '../contract/stored-copy.ts';
import type { Item } from './stored-item.ts';

/** DynamoDB's limits for a partition key and a sort key. */
const keyBytesMax = [2_048, 1_024] as const;

/** Whether a key, partition key first, is within DynamoDB's limits; others cause errors. */
function isPossible(key: Item): boolean {
  return Object.values(key).every((value, place) => {
    const isOddText = typeof value === 'string' && (value === '' || !value.isWellFormed());
    return !isOddText && Buffer.byteLength(String(value)) <= (keyBytesMax[place] ?? 0);
  });
}

/** One item, read consistently; undefined also for an impossible key. */
export async function findItem(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  Key: Item,
): Promise<Item | undefined> {
  if (!isPossible(Key)) {
    return undefined;
  }
  const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item;
}

/** Awaits a conditional write: false when its condition fails. */
export async function isMade(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      return false;
    }
    throw error;
  }
}

/** Writes over the previous version; false: another is stored. An equal item counts as written, by an earlier try. */
export async function putNextVersion(
  dynamo: DynamoDBDocumentClient,
  {
    table,
    key,
    item,
  }: { readonly table: string; readonly key: Item; readonly item: Item & { readonly version: number } },
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table,
    Item: item,
    ...(item.version === 1
      ? { ConditionExpression: `attribute_not_exists(${Object.keys(key)[0]})` }
      : {
          ConditionExpression: '#version = :seen',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':seen': item.version - 1 },
        }),
  });
  return (await isMade(dynamo.send(put))) || isSameStored(await findItem(dynamo, table, key), item);
}
