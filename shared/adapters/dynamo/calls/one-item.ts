import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { isSameStored } from '../../../contracts/tables/stored-copy.ts';
import type { Item } from '../items/stored-item.ts';

/** DynamoDB takes so many bytes of a partition key, and of a sort key. */
const keyBytesMax = [2_048, 1_024] as const;

/** Whether an item can have such a key, its partition key first; DynamoDB fails to answer for any other. */
function isPossible(key: Item): boolean {
  return Object.values(key).every((value, place) => {
    const isOddText = typeof value === 'string' && (value === '' || !value.isWellFormed());
    return !isOddText && Buffer.byteLength(String(value)) <= (keyBytesMax[place] ?? 0);
  });
}

/** One item as it stands now; undefined, too, where no item can have the key. */
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

/** Awaits a conditional write: true when it was made, false when its condition does not hold. */
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

/** An item that counts its versions from 1, and where it stands. */
interface VersionedItem {
  readonly table: string;
  readonly key: Item;
  readonly item: Item & { readonly version: number };
}

/**
 * Writes an item where the version before it stands: false when another one does. The very same item counts as written:
 * a refusal may be of an attempt of this very call, after one whose answer was lost.
 */
export async function putNextVersion(
  dynamo: DynamoDBDocumentClient,
  { table, key, item }: VersionedItem,
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
