import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../../domain/invariant.ts';
import { isMade } from './is-made.ts';
import { readItem } from './stored-item.ts';

const MarkItem = z.object({ name: z.string(), at: z.string(), atMs: z.int() });

/** The progress of jobs, as ISO instants. They are stored beside the leases, since both keep runs in order. */
export interface JobMarks {
  find(name: string): Promise<string | undefined>;
  /** False, and nothing moved, when a later instant is stored. */
  move(name: string, at: string): Promise<boolean>;
}

export function jobMarks(dynamo: DynamoDBDocumentClient, TableName: string): JobMarks {
  return {
    async find(name) {
      const { Item } = await dynamo.send(new GetCommand({ TableName, Key: { name }, ConsistentRead: true }));
      return Item === undefined ? undefined : readItem(MarkItem, Item, { table: TableName, key: name }).at;
    },
    async move(name, at) {
      const atMs = Date.parse(at);
      invariant(!Number.isNaN(atMs), 'the moment of a mark is an instant');
      const put = new PutCommand({
        TableName,
        Item: { name, at, atMs },
        ConditionExpression: 'attribute_not_exists(atMs) OR atMs <= :atMs',
        ExpressionAttributeValues: { ':atMs': atMs },
      });
      return isMade(dynamo.send(put));
    },
  };
}
