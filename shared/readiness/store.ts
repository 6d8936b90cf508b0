import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { eachAtMost } from '../kernel/store/batches.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { packText, unpackText } from '../kernel/store/packed-json.ts';
import { queryPart } from '../kernel/store/read-pages.ts';
import { checkItem, readItem, storing } from '../kernel/store/stored-item.ts';
import { shortKey } from '../notifications/short-key.ts';
import { branchKey, type BranchRecord } from './branch-record.ts';
import type { ReadinessStore, ReadingProgress } from './ports.ts';

const branchPart = 'branch';
const progressKey = { part: 'reading', id: 'progress' };
const writesAtOnce = 8;

const BranchItem = z.object({
  part: z.literal(branchPart),
  id: z.string().min(1),
  repository: z.string(),
  branch: z.string().optional(),
  /** Base64 of compressed JSON. */
  record: z.string(),
});

/** Read by the code that wrote it, so not validated. */
const Branch = z.custom<BranchRecord>(
  (value) => typeof value === 'object' && value !== null && 'repository' in value && 'lines' in value,
);

const ProgressItem = storing<ReadingProgress>()(
  z.object({
    part: z.string(),
    id: z.string(),
    wholeOn: z.string().optional(),
    reports: z.int().min(0).optional(),
    isNewestFirst: z.boolean().optional(),
    missing: z.array(z.string()),
    withdrawn: z.array(z.string()),
  }),
);

/** Branches of repositories: one item each, and one of the list's progress. */
export function dynamoReadinessStore(dynamo: DynamoDBDocumentClient, table: string): ReadinessStore {
  const idOf = (record: BranchRecord): string => shortKey(branchKey(record));

  return {
    async list() {
      const items = await queryPart(dynamo, table, branchPart);
      return Promise.all(
        items.map(async (item) => {
          const { record } = readItem(BranchItem, item, { table, key: String(item['id']) });
          return Branch.parse(await unpackText(record));
        }),
      );
    },
    async put(records) {
      await eachAtMost(writesAtOnce, records, async (record) => {
        const { repository, branch } = record;
        const item = {
          part: branchPart,
          id: idOf(record),
          repository,
          branch,
          record: await packText(record),
        };
        const Item = checkItem(BranchItem, item, { table, key: item.id });
        await dynamo.send(new PutCommand({ TableName: table, Item }));
      });
    },
    async forget(records) {
      await eachAtMost(writesAtOnce, records, async (record) => {
        await dynamo.send(new DeleteCommand({ TableName: table, Key: { part: branchPart, id: idOf(record) } }));
      });
    },
    async progress() {
      const item = await findItem(dynamo, table, progressKey);
      if (item === undefined) {
        return { missing: [], withdrawn: [] };
      }
      const { part: _part, id: _id, ...progress } = readItem(ProgressItem, item, { table, key: progressKey.id });
      return progress;
    },
    async putProgress(progress) {
      const Item = checkItem(ProgressItem, { ...progressKey, ...progress }, { table, key: progressKey.id });
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },
  };
}
