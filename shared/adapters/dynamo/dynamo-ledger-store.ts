import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { LedgerStore } from '../../application/ports.ts';
import type { LedgerDay, LedgerRow } from '../../domain/ledger/ledger-day.ts';
import { daysOf } from '../../domain/time/day.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { getAll, putAll } from './batches.ts';
import { queryAll } from './read-pages.ts';
import { checkItem, readItem, type Item } from './stored-item.ts';

/** The partition of the days as a whole. No day has this name. */
const daysPartition = 'days';

const LedgerRowItem = z.object({
  day: z.string(),
  userId: z.string().min(1),
  credits: z.int().min(0),
  email: z.string().nullable(),
});

const LedgerDayItem = z.object({
  day: z.literal(daysPartition),
  userId: z.iso.date(),
  status: z.enum(['complete', 'suspect']),
  totalCredits: z.int().min(0),
  hasTrustedFigures: z.boolean(),
  doubts: z.array(
    z.object({
      kind: z.enum(['not-there-yet', 'sum-differs', 'endpoints-disagree', 'pages-unsound', 'collapsed']),
      detail: z.string(),
    }),
  ),
  unreadableUserIds: z.array(z.string()),
  readAt: z.string(),
  suspectSince: z.string().exactOptional(),
  clearedByRunId: z.string().exactOptional(),
});

/** The ledger table: an item a user and day, and an item a day. */
export function dynamoLedgerStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): LedgerStore {
  return {
    async listDays({ from, through }) {
      const items = await queryAll(dynamo, {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#day = :days AND userId BETWEEN :from AND :through',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':days': daysPartition, ':from': from, ':through': through },
      });
      return items.map((item) => dayIn(item, table));
    },
    async putDay({ day, ...facts }) {
      const item = { day: daysPartition, userId: day, ...facts };
      await dynamo.send(
        new PutCommand({ TableName: table, Item: checkItem(LedgerDayItem, item, { table, key: day }) }),
      );
    },
    async readRows(day) {
      const items = await queryAll(dynamo, {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day },
      });
      return items.map((item) => rowIn(item, table));
    },
    async putRows(day, rows) {
      // A batch may not name an item twice; of two rows of one user the later counts, as when both were set in turn.
      const unique = new Map(rows.map((row) => [row.userId, row]));
      const items = [...unique.values()].map(({ userId, credits, email }) =>
        checkItem(LedgerRowItem, { day, userId, credits, email }, { table, key: `${day} ${userId}` }),
      );
      await putAll(dynamo, { table, backoff }, items);
    },
    async readUser(userId, range) {
      const keys = daysOf(range).map((day) => ({ day, userId }));
      const items = await getAll(dynamo, { table, backoff }, keys);
      const rows = items.map((item) => readItem(LedgerRowItem, item, { table, key: keyText(item) }));
      return rows.map(({ day, credits }) => ({ day, credits })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
    },
  };
}

function dayIn(item: Item, table: string): LedgerDay {
  const { userId, day: _partition, ...facts } = readItem(LedgerDayItem, item, { table, key: keyText(item) });
  return { day: userId, ...facts };
}

function rowIn(item: Item, table: string): LedgerRow {
  const { userId, credits, email } = readItem(LedgerRowItem, item, { table, key: keyText(item) });
  return { userId, credits, email };
}

function keyText(item: Item): string {
  return `${String(item['day'])} ${String(item['userId'])}`;
}
