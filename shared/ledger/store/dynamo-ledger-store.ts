import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { LedgerStore } from '../../enforcement/ports.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { itemsUnder, queryAll } from '../../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import type { LedgerDay } from '../ledger-day.ts';
import { putLedgerRows } from './put-ledger-rows.ts';
import { ledgerReads } from './read-ledger-rows.ts';

/** The partition of all days; no day has this name. */
const daysPartition = 'days';

const LedgerDayItem = storing<LedgerDay>()(
  z.object({
    day: z.literal(daysPartition),
    userId: z.iso.date(),
    status: z.enum(['complete', 'suspect']),
    totalCredits: z.int().min(0),
    models: z.array(z.object({ model: z.string(), credits: z.int().min(0) })).optional(),
    hasTrustedFigures: z.boolean(),
    doubts: z.array(
      z.object({
        kind: z.enum(['not-there-yet', 'sum-differs', 'endpoints-disagree', 'pages-unsound', 'collapsed']),
        detail: z.string(),
      }),
    ),
    unreadableUserIds: z.array(z.string()),
    readAt: z.string(),
    suspectSince: z.string().optional(),
    clearedByRunId: z.string().optional(),
  }),
);

/** The ledger table: one item a day, and the day's rows in chunks. */
export function dynamoLedgerStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): LedgerStore {
  const rowsTable = { dynamo, table, backoff };
  return {
    async listDays({ from, through }) {
      const range = {
        sort: 'userId',
        test: '#sort BETWEEN :from AND :through',
        values: { ':from': from, ':through': through },
      };
      const items = await queryAll(dynamo, itemsUnder(table, { day: daysPartition }, range));
      return items.map((item) => dayIn(item, table));
    },
    async putDay({ day, ...facts }) {
      const item = { day: daysPartition, userId: day, ...facts };
      await dynamo.send(
        new PutCommand({ TableName: table, Item: checkItem(LedgerDayItem, item, { table, key: day }) }),
      );
    },
    ...ledgerReads(rowsTable),
    putRows: async (day, rows) => putLedgerRows(rowsTable, day, rows),
  };
}

function dayIn(item: Item, table: string): LedgerDay {
  const place = { table, key: `${String(item['day'])} ${String(item['userId'])}` };
  const { userId, day: _partition, ...facts } = readItem(LedgerDayItem, item, place);
  return { day: userId, ...facts };
}
