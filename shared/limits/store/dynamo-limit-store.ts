import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { LimitStore } from '../../enforcement/use-cases/ports.ts';
import { invariant } from '../../kernel/invariant.ts';
import { highestFence } from '../../kernel/runs/lease.ts';
import { FencedOffError } from '../../kernel/runs/use-cases/ports.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { inChunks } from '../../kernel/store/in-chunks.ts';
import { findItem } from '../../kernel/store/one-item.ts';
import { scanEach } from '../../kernel/store/read-pages.ts';
import { checkItem, itemBytes, readItem, type Item } from '../../kernel/store/stored-item.ts';
import { transact, transactionLimits, type Write } from '../../kernel/store/transact.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import type { LimitRecord } from '../limit-record.ts';
import { sharedTexts, LimitItem, limitItemOf, limitRecordOf } from './limit-item.ts';

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
