import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { getAll } from '../kernel/store/batches.ts';
import { isMade } from '../kernel/store/one-item.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { checkItem, type Item, readItem, storing } from '../kernel/store/stored-item.ts';
import { MailContentDocument } from '../mail/contract/mail-documents.ts';
import { shortKey } from '../notifications/short-key.ts';
import type { KeptPage, PageKey } from './digest-pages.ts';
import type { DigestStore } from './ports.ts';

/** The partition of pages; no job has this name. */
const pagesPart = 'digest/pages';

const PageItem = storing<KeptPage>()(
  z.object({
    job: z.literal(pagesPart),
    /** The day, then the scope. */
    runId: z.string().min(1),
    scope: z.string().min(1),
    teams: z.array(z.string()).optional(),
    recipients: z.array(z.string()),
    content: MailContentDocument,
    dueOn: z.string(),
    week: z.object({ from: z.string(), through: z.string() }),
    writtenBy: z.string(),
    at: z.string(),
  }),
);

/** Digest pages, beside the records of the runs that wrote them. */
export function dynamoDigestStore(dynamo: DynamoDBDocumentClient, table: string): DigestStore {
  return {
    async keep(page) {
      const key = keyOf(page);
      const put = new PutCommand({
        TableName: table,
        Item: checkItem(PageItem, { ...page, ...key }, { table, key: key.runId }),
        ConditionExpression: 'attribute_not_exists(runId)',
      });
      // A refused page exists already, perhaps from an earlier attempt of this call.
      await isMade(dynamo.send(put));
    },
    async list(countMax) {
      const items = await queryAll(
        dynamo,
        { ...itemsUnder(table, { job: pagesPart }), ScanIndexForward: false },
        countMax,
      );
      return items.map((item) => pageIn(item, table));
    },
    async find(page) {
      const [item] = await getAll(dynamo, { table }, [keyOf(page)]);
      return item === undefined ? undefined : pageIn(item, table);
    },
  };
}

function keyOf({ dueOn, scope }: PageKey) {
  return { job: pagesPart, runId: `${dueOn} ${shortKey(scope)}` };
}

function pageIn(item: Item, table: string): KeptPage {
  const { job: _job, runId: _runId, ...page } = readItem(PageItem, item, { table, key: String(item['runId']) });
  return page;
}
