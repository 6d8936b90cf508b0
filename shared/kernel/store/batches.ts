import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';

import { type Backoff, patientBackoff, tryAgain } from './backoff.ts';
import { type Item, itemBytes } from './stored-item.ts';

/** Splits `items` in order into parts of at most `countMax` items, and of at most `bytesMax` where possible. */
export function inChunks<T>(
  items: readonly T[],
  countMax: number,
  bytes?: { readonly of: (item: T) => number; readonly max: number },
): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let bytesInChunk = 0;
  for (const item of items) {
    const size = bytes?.of(item) ?? 0;
    const chunk = chunks.at(-1);
    const fits = chunk !== undefined && chunk.length < countMax && bytesInChunk + size <= (bytes?.max ?? Infinity);
    if (fits) {
      chunk.push(item);
      bytesInChunk += size;
    } else {
      chunks.push([item]);
      bytesInChunk = size;
    }
  }
  return chunks;
}

/** Runs `work` for every item, at most `countMax` at a time. Stops at the first error. */
export async function eachAtMost<T>(
  countMax: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: Math.min(countMax, items.length) }, async () => {
    for (const item of queue) {
      await work(item);
    }
  });
  await Promise.all(workers);
}

/**
 * Yields `read(item)` in order while reading up to `aheadMax` further items. A failed read throws at its turn. Stopping
 * early leaves at most that many unused reads.
 */
export async function* readAhead<T, R>(
  aheadMax: number,
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  const begin = (item: T): void => {
    const reading = read(item);
    // The error is thrown where it is awaited; this prevents an unhandled rejection.
    reading.catch(() => undefined);
    begun.push(reading);
  };
  items.slice(0, aheadMax).forEach(begin);
  for (const index of items.keys()) {
    const next = items[index + aheadMax];
    if (next !== undefined) {
      begin(next);
    }
    yield await (begun.shift() as Promise<R>);
  }
}

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

/** Puts items with distinct keys, in no order. Retries with growing delays. Throws UnprocessedItemsError. */
export async function putAll(
  dynamo: DynamoDBDocumentClient,
  { table, backoff = patientBackoff }: BatchTable,
  items: readonly Item[],
): Promise<void> {
  const batches = inChunks(items, writesPerBatch, { of: itemBytes, max: batchBytesMax });
  await eachAtMost(concurrencyMax, batches, async (batch) => {
    const first: NonNullable<BatchWriteCommandInput['RequestItems']> = {
      [table]: batch.map((item) => ({ PutRequest: { Item: item } })),
    };
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
    const first: NonNullable<BatchGetCommandInput['RequestItems']> = {
      [table]: { Keys: [...batch], ConsistentRead: true },
    };
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
