import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SessionStore } from '../../../application/watchers/sessions/ports.ts';
import { putAll } from '../calls/batches.ts';
import { isMade } from '../calls/is-made.ts';
import { queryPart } from '../calls/read-pages.ts';
import {
  knownSessionIn,
  knownSessionItem,
  sessionParts,
  takenActionIn,
  takenActionItem,
} from '../items/session-items.ts';
import type { Item } from '../items/stored-item.ts';
import { versionCondition } from '../calls/versioned-writes.ts';

/** The part of the sessions table that the watcher writes. */
export function dynamoSessionStore(dynamo: DynamoDBDocumentClient, table: string): SessionStore {
  const listed = async (part: string): Promise<readonly Item[]> => queryPart(dynamo, table, part);

  return {
    list: async () => (await listed(sessionParts.session)).map((item) => knownSessionIn(item, table)),
    put: async (sessions) => putAll(dynamo, { table }, sessions.map(knownSessionItem)),
    listActions: async () => (await listed(sessionParts.action)).map((item) => takenActionIn(item, table)),
    async putAction(action) {
      const { condition, names, values } = versionCondition({ seenVersion: action.version - 1 });
      const put = new PutCommand({
        TableName: table,
        Item: takenActionItem(action, table),
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
      });
      return isMade(dynamo.send(put));
    },
  };
}
