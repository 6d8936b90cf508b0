import { PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../../../domain/invariant.ts';
import { itemBytes } from '../items/stored-item.ts';
import type { Backoff } from './backoff.ts';
import { eachAtMost, inChunks } from './in-chunks.ts';
import { isMade } from './is-made.ts';
import { transact, transactionLimits, type Write } from './transact.ts';

const concurrencyMax = 4;

/**
 * Makes writes, each under its own condition, in no order, no item twice; a hundred a call, and a single one by itself,
 * which costs half. Gives those whose condition does not hold. The answer may be about an earlier attempt of this very
 * call: each write must bear to be made twice.
 */
export async function writeEach<W extends Write>(
  dynamo: DynamoDBDocumentClient,
  writes: readonly W[],
  backoff: Backoff,
): Promise<readonly W[]> {
  const refused: W[] = [];
  const { writesMax, bytesMax } = transactionLimits;
  await eachAtMost(concurrencyMax, inChunks(writes, writesMax, { of: bytesOf, max: bytesMax }), async (batch) => {
    let left = batch;
    while (left.length > 0) {
      const positions = new Set(await refusedOf(dynamo, left, backoff));
      refused.push(...left.filter((_, position) => positions.has(position)));
      // One that is refused takes the others of its call with it.
      left = positions.size === 0 ? [] : left.filter((_, position) => !positions.has(position));
    }
  });
  return refused;
}

async function refusedOf(
  dynamo: DynamoDBDocumentClient,
  writes: readonly Write[],
  backoff: Backoff,
): Promise<readonly number[]> {
  const [only] = writes;
  if (only !== undefined && writes.length === 1) {
    return (await isMade(writeAlone(dynamo, only))) ? [] : [0];
  }
  const outcome = await transact(dynamo, writes, backoff);
  return outcome.kind === 'written' ? [] : outcome.positions;
}

async function writeAlone(dynamo: DynamoDBDocumentClient, { Put, Update }: Write): Promise<unknown> {
  if (Put !== undefined) {
    return dynamo.send(new PutCommand(Put));
  }
  invariant(Update !== undefined, 'a write puts an item, or updates one');
  return dynamo.send(new UpdateCommand(Update));
}

function bytesOf({ Put, Update }: Write): number {
  return itemBytes(Put?.Item ?? Update?.ExpressionAttributeValues ?? {});
}
