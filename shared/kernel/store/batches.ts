import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchGetCommandInput,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';

import { patientBackoff, tryAgain, type Backoff } from './backoff.ts';
import { eachAtMost, inChunks } from './in-chunks.ts';
import { itemBytes, type Item } from './stored-item.ts';

/** DynamoDB left items unprocessed after every retry. Earlier batches are written. */
export class UnprocessedItemsError extends Error {
  override readonly name = 'UnprocessedItemsError';
}

const writesPerBatch = 25;
const readsPerBatch = 100;
const batchBytesMax = 12 * 1024 * 1024;
const concurrencyMax = 4;

interface BatchTable {
  readonly table: string;
  readonly backoff?: Backoff;
}

type WriteLeft = NonNullable<BatchWriteCommandInput['RequestItems']>;
type ReadLeft = NonNullable<BatchGetCommandInput['RequestItems']>;

/**
 * Puts items with distinct keys, in no order. Retries unprocessed items with growing delays. Throws
 * UnprocessedItemsError.
 */
export async function putAll(
  dynamo: DynamoDBDocumentClient,
  { table, backoff = patientBackoff }: BatchTable,
  items: readonly Item[],
): Promise<void> {
  const batches = inChunks(items, writesPerBatch, { of: itemBytes, max: batchBytesMax });
  await eachAtMost(concurrencyMax, batches, async (batch) => {
    const first: WriteLeft = { [table]: batch.map((item) => ({ PutRequest: { Item: item } })) };
    const left = await tryAgain(backoff, first, async (RequestItems) => {
      const { UnprocessedItems } = await dynamo.send(new BatchWriteCommand({ RequestItems }));
      return hasRequests(UnprocessedItems?.[table]) ? UnprocessedItems : undefined;
    });
    refuseLeft('written', table, left?.[table]?.length);
  });
}

/** Reads items by distinct keys, in no order; missing ones are left out. */
export async function getAll(
  dynamo: DynamoDBDocumentClient,
  { table, backoff = patientBackoff }: BatchTable,
  keys: readonly Item[],
): Promise<readonly Item[]> {
  const items: Item[] = [];
  await eachAtMost(concurrencyMax, inChunks(keys, readsPerBatch), async (batch) => {
    const first: ReadLeft = { [table]: { Keys: [...batch], ConsistentRead: true } };
    const left = await tryAgain(backoff, first, async (RequestItems) => {
      const { Responses, UnprocessedKeys } = await dynamo.send(new BatchGetCommand({ RequestItems }));
      items.push(...(Responses?.[table] ?? []));
      return hasRequests(UnprocessedKeys?.[table]?.Keys) ? UnprocessedKeys : undefined;
    });
    refuseLeft('read', table, left?.[table]?.Keys?.length);
  });
  return items;
}

function hasRequests(requests: readonly unknown[] | undefined): boolean {
  return requests !== undefined && requests.length > 0;
}

function refuseLeft(done: 'written' | 'read', table: string, count = 0): void {
  if (count > 0) {
    throw new UnprocessedItemsError(
      `${count} items of table ${table} could not be ${done}: DynamoDB put them off too many times`,
    );
  }
}
