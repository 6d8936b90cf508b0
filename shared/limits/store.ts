import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { windowKinds } from '../budgets/window.ts';
import type { LimitStore } from '../enforcement/ports.ts';
import { invariant } from '../kernel/invariant.ts';
import { highestFence } from '../kernel/runs/lease.ts';
import { FencedOffError } from '../kernel/runs/ports.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { type Backoff, patientBackoff } from '../kernel/store/backoff.ts';
import { inChunks } from '../kernel/store/batches.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { scanEach } from '../kernel/store/read-pages.ts';
import { checkItem, type Item, itemBytes, readItem } from '../kernel/store/stored-item.ts';
import { transact, transactionLimits, type Write } from '../kernel/store/transact.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { type LimitRecord, noneUnsettled, type ReplacedLimit } from './limit-record.ts';

const sent = {
  limitCredits: z.int().min(0),
  at: z.string(),
  runId: z.string(),
  usedCredits: z.int().min(0).optional(),
  pools: z.string().optional(),
  terms: z.string().optional(),
  window: z.enum(windowKinds).optional(),
  to: z.string().optional(),
};

/** An ended limit with more facts, also the earlier format. */
const ReplacedItem = z.object({
  limitCredits: z.int().min(0),
  from: z.string(),
  until: z.string(),
  isUnknown: z.literal(true).optional(),
  to: z.string().optional(),
});

const LimitItem = z
  .object({
    userId: z.string().min(1),
    email: z.string(),
    confirmedCredits: sent.limitCredits.optional(),
    confirmedAt: sent.at.optional(),
    confirmedRunId: sent.runId.optional(),
    confirmedUsedCredits: sent.usedCredits,
    confirmedPools: sent.pools,
    confirmedTerms: sent.terms,
    confirmedWindow: sent.window,
    confirmedAnsweredAt: z.string().optional(),
    confirmedTo: sent.to,
    unsettled: z.array(z.object(sent)),
    /** Credits, and two moments in Unix milliseconds each: tuples, since objects would fill most of the item. */
    replaced: z.array(z.union([z.tuple([z.int().min(0), z.int(), z.int()]), ReplacedItem])).optional(),
    /** The moment in Unix milliseconds, the limit, and the use where known. */
    counted: z.array(z.tuple([z.int(), z.int().min(0), z.int().nullable()])).optional(),
    stoppedDays: z.array(z.string()).optional(),
    failureProblem: z.string().optional(),
    failureNights: z.int().min(0).optional(),
    failureLastNight: z.string().optional(),
    failureCredits: z.number().optional(),
    fence: z.int().min(0),
  })
  .refine((item) => areTogether(item.confirmedCredits, item.confirmedAt, item.confirmedRunId), {
    error: 'confirmedCredits, confirmedAt and confirmedRunId must be given together or not at all',
  })
  .refine((item) => areTogether(item.failureProblem, item.failureNights, item.failureLastNight), {
    error: 'failureProblem, failureNights and failureLastNight must be given together or not at all',
  });

function limitItemOf(record: LimitRecord, fence: number): Item {
  const { confirmed, failure, replaced, counted, ...flat } = record;
  return {
    ...flat,
    ...(replaced && {
      replaced: replaced.map((ended) =>
        ended.isUnknown === true || ended.to !== undefined
          ? ended
          : [ended.limitCredits, Date.parse(ended.from), Date.parse(ended.until)],
      ),
    }),
    ...(counted && {
      counted: counted.map(({ at, limitCredits, usedCredits = null }) => [Date.parse(at), limitCredits, usedCredits]),
    }),
    ...(confirmed && {
      confirmedCredits: confirmed.limitCredits,
      confirmedAt: confirmed.at,
      confirmedRunId: confirmed.runId,
      confirmedUsedCredits: confirmed.usedCredits,
      confirmedPools: confirmed.pools,
      confirmedTerms: confirmed.terms,
      confirmedWindow: confirmed.window,
      confirmedAnsweredAt: confirmed.answeredAt,
      confirmedTo: confirmed.to,
    }),
    ...(failure && {
      failureProblem: failure.problem,
      failureNights: failure.nights,
      failureLastNight: failure.lastNight,
      failureCredits: failure.limitCredits,
    }),
    fence,
  };
}

/** Interns texts: a night's records repeat the same few hundreds of thousands of times. */
interface SharedTexts {
  ofInstant(ms: number): string;
  of(text: string): string;
}

function sharedTexts(): SharedTexts {
  const instants = new Map<number, string>();
  const texts = new Map<string, string>();
  return {
    ofInstant(ms) {
      const text = instants.get(ms) ?? new Date(ms).toISOString();
      instants.set(ms, text);
      return text;
    },
    of(text) {
      const known = texts.get(text);
      if (known === undefined) {
        texts.set(text, text);
      }
      return known ?? text;
    },
  };
}

function limitRecordOf(item: z.output<typeof LimitItem>, texts: SharedTexts): LimitRecord {
  const {
    confirmedCredits,
    confirmedAt,
    confirmedRunId,
    confirmedUsedCredits: usedCredits,
    confirmedPools: pools,
    confirmedTerms: terms,
    confirmedWindow: window,
    confirmedAnsweredAt: answeredAt,
    confirmedTo: to,
  } = item;
  const { failureProblem, failureNights, failureLastNight, failureCredits } = item;
  const isConfirmed = confirmedCredits !== undefined && confirmedAt !== undefined && confirmedRunId !== undefined;
  const hasFailure = failureProblem !== undefined && failureNights !== undefined && failureLastNight !== undefined;
  return {
    userId: item.userId,
    email: item.email,
    unsettled: item.unsettled.length === 0 ? noneUnsettled : item.unsettled,
    replaced:
      item.replaced === undefined
        ? undefined
        : item.replaced.map((ended) => (Array.isArray(ended) ? replacedOf(ended, texts) : ended)),
    counted: item.counted?.map(([atMs, limitCredits, usedCredits]) => ({
      at: texts.ofInstant(atMs),
      limitCredits,
      ...(usedCredits !== null && { usedCredits }),
    })),
    stoppedDays: item.stoppedDays,
    ...(isConfirmed && {
      confirmed: {
        limitCredits: confirmedCredits,
        at: texts.of(confirmedAt),
        runId: texts.of(confirmedRunId),
        usedCredits,
        pools: pools === undefined ? undefined : texts.of(pools),
        terms: terms === undefined ? undefined : texts.of(terms),
        window,
        answeredAt: answeredAt === undefined ? undefined : texts.of(answeredAt),
        to,
      },
    }),
    ...(hasFailure && {
      failure: {
        problem: failureProblem,
        nights: failureNights,
        lastNight: failureLastNight,
        limitCredits: failureCredits,
      },
    }),
  };
}

function replacedOf(
  [limitCredits, fromMs, untilMs]: readonly [number, number, number],
  texts: SharedTexts,
): ReplacedLimit {
  return { limitCredits, from: texts.ofInstant(fromMs), until: texts.ofInstant(untilMs) };
}

function areTogether(...parts: readonly unknown[]): boolean {
  const missing = parts.filter((part) => part === undefined).length;
  return missing === 0 || missing === parts.length;
}

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

/** An equal fence is the same run: repeating a write whose answer was lost changes nothing. */
function fencedPut(
  table: string,
  item: Item,
  {
    fence,
    highest,
  }: {
    readonly fence: number;
    /** No run wrote a higher one. */
    readonly highest: number;
  },
): Write {
  return {
    Put: {
      TableName: table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(fence) OR fence <= :fence OR fence > :highest',
      ExpressionAttributeValues: { ':fence': fence, ':highest': Math.max(fence, highest) },
    },
  };
}
