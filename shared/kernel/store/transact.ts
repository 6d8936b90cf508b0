import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

import { invariant } from '../invariant.ts';
import { patientBackoff, tryAgain, type Backoff } from './backoff.ts';
import { eachAtMost, inChunks } from './batches.ts';
import { isMade } from './one-item.ts';
import { itemBytes } from './stored-item.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Written, or nothing was because the conditions at these positions failed. */
type TransactOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'refused'; readonly positions: readonly number[] };

/** DynamoDB cancelled a transaction for a reason other than a condition. The message holds only its codes. */
export class TransactionFailedError extends Error {
  override readonly name = 'TransactionFailedError';
}

/** DynamoDB's limits for a transaction, with a margin to its 4 MB. */
export const transactionLimits = { writesMax: 100, bytesMax: 3_500_000 };

const passingCodes = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all or nothing. Retries conflicts and throttling; a failed condition is an answer, whatever other reasons come
 * with it. It may be due to an earlier attempt of this call: the caller must recognize its own write. Throws
 * TransactionFailedError.
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

/** Undefined: try again. */
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
 * Makes conditional writes of distinct items, in no order, a hundred per call; a single one goes alone at half the
 * cost. Returns those whose condition failed. That may be due to an earlier attempt of this call, so writes must be
 * idempotent.
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
      // A refused write takes the others of its call with it.
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
