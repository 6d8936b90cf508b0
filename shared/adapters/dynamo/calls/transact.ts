import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

import { invariant } from '../../../domain/invariant.ts';
import { itemBytes } from '../items/stored-item.ts';
import { patientBackoff, tryAgain, type Backoff } from './backoff.ts';
import { eachAtMost, inChunks } from './in-chunks.ts';
import { isMade } from './one-item.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** All was written, or nothing was because the conditions of the writes at these positions do not hold. */
type TransactOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly positions: readonly number[] };

/** DynamoDB took a transaction back for a reason other than a condition. The message holds its codes only. */
export class TransactionFailedError extends Error {
  override readonly name = 'TransactionFailedError';
}

/** Most writes that one transaction may hold, and their bytes with a margin to the 4 MB that DynamoDB takes. */
export const transactionLimits = { writesMax: 100, bytesMax: 3_500_000 };

const passingCodes = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all or nothing. One cancelled by a conflict with another write or by throttling is tried again; one with a
 * condition that fails is an answer, whatever else stands beside it. The answer may be about an earlier attempt of
 * this very call: whoever calls must recognize what is written already as its own. Raises TransactionFailedError.
 */
export async function transact(
  dynamo: DynamoDBDocumentClient,
  writes: readonly Write[],
  backoff: Backoff = patientBackoff,
): Promise<TransactOutcome> {
  let outcome: TransactOutcome | undefined;
  const left = await tryAgain(backoff, writes, async () => {
    outcome = await transactOnce(dynamo, writes);
    return outcome === undefined ? writes : undefined;
  });
  if (outcome === undefined || left !== undefined) {
    throw new TransactionFailedError(`a transaction of ${writes.length} writes met conflicts or throttling every time`);
  }
  return outcome;
}

/** Undefined when it is worth another try. */
async function transactOnce(
  dynamo: DynamoDBDocumentClient,
  writes: readonly Write[],
): Promise<TransactOutcome | undefined> {
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    return { kind: 'written' };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) {
      throw error;
    }
    return outcomeOf(error);
  }
}

function outcomeOf(error: TransactionCanceledException): TransactOutcome | undefined {
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  const positions = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
  if (positions.length > 0) {
    return { kind: 'refused', positions };
  }
  if (codes.length > 0 && codes.every((code) => passingCodes.has(code))) {
    return undefined;
  }
  const named = [...new Set(codes.filter((code) => code !== 'None'))].join(', ');
  throw new TransactionFailedError(`a transaction was cancelled: ${named === '' ? 'no reason given' : named}`, {
    cause: error,
  });
}

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
