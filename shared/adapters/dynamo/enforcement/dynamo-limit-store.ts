import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { LimitStore } from '../../../application/enforcement/ports.ts';
import { FencedOffError } from '../../../application/runs/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { LimitRecord } from '../../../domain/limits/limit-record.ts';
import { highestFence } from '../../../domain/runs/lease.ts';
import { compareText } from '../../../domain/texts/compare-text.ts';
import { systemClock } from '../../../runtime/system-clock.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { inChunks } from '../calls/in-chunks.ts';
import { findItem } from '../calls/one-item.ts';
import { scanEach } from '../calls/read-pages.ts';
import { transact, transactionLimits, type Write } from '../calls/transact.ts';
import { sharedTexts, LimitItem, limitItemOf, limitRecordOf } from '../items/limit-item.ts';
import { checkItem, itemBytes, readItem, type Item } from '../items/stored-item.ts';

/** The limits table. Each batch of up to 100 records is one transaction, so that a PUT's batch is written whole. */
export function dynamoLimitStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): LimitStore {
  return {
    async list() {
      const texts = sharedTexts();
      const records: LimitRecord[] = [];
      for await (const item of scanEach(dynamo, { TableName: table, ConsistentRead: true })) {
        const read = readItem(LimitItem, item, { table, key: String(item['userId']) });
        records.push(limitRecordOf(read, texts));
      }
      return records.sort((a, b) => compareText(a.userId, b.userId));
    },
    async find(userId) {
      const item = await findItem(dynamo, table, { userId });
      return item === undefined
        ? undefined
        : limitRecordOf(readItem(LimitItem, item, { table, key: userId }), sharedTexts());
    },
    async put(records, fence) {
      assertPuttable(records, fence);
      const items = records.map((record) =>
        checkItem(LimitItem, limitItemOf(record, fence), { table, key: record.userId }),
      );
      const { writesMax, bytesMax } = transactionLimits;
      for (const batch of inChunks(items, writesMax, { of: itemBytes, max: bytesMax })) {
        const writes = batch.map((item) => fencedPut(table, item, { fence, highest: highestFence(systemClock.now()) }));
        const outcome = await transact(dynamo, writes, backoff);
        if (outcome.kind === 'refused') {
          throw new FencedOffError(`limits were written by a newer run than that with fence ${fence}`);
        }
      }
    },
  };
}

function assertPuttable(records: readonly LimitRecord[], fence: number): void {
  const userIds = records.map(({ userId }) => userId);
  invariant(Number.isSafeInteger(fence) && fence >= 0, 'a fence is a whole number');
  invariant(new Set(userIds).size === userIds.length, 'no user is twice in one write of limits');
  invariant(!userIds.includes(''), 'a limit record names its user');
}

interface Fences {
  readonly fence: number;
  /** No run wrote a higher one. */
  readonly highest: number;
}

/** An equal fence is the same run: repeating a write whose answer was lost changes nothing. */
function fencedPut(table: string, item: Item, { fence, highest }: Fences): Write {
  return {
    Put: {
      TableName: table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(fence) OR fence <= :fence OR fence > :highest',
      ExpressionAttributeValues: { ':fence': fence, ':highest': Math.max(fence, highest) },
    },
  };
}
