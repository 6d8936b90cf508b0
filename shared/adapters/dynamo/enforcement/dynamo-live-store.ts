import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LiveStore } from '../../../application/enforcement/live/ports.ts';
import { noLiveState } from '../../../domain/live/live-state.ts';
import { putAll } from '../calls/batches.ts';
import { queryAll } from '../calls/read-pages.ts';
import { liveParts, liveStateIn, liveStateItem, sessionTotalIn, sessionTotalItem } from '../items/live-items.ts';

const stateKey = { part: liveParts.state, id: liveParts.state };

/** The state of `live`: an item a session, and one of all of them. */
export function dynamoLiveStore(dynamo: DynamoDBDocumentClient, table: string): LiveStore {
  return {
    async readState() {
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: stateKey, ConsistentRead: true }));
      return Item === undefined ? noLiveState : liveStateIn(Item, table);
    },
    async putState(state) {
      await dynamo.send(new PutCommand({ TableName: table, Item: liveStateItem(state) }));
    },
    async listSessions() {
      const items = await queryAll(dynamo, {
        TableName: table,
        ConsistentRead: true,
        KeyConditionExpression: 'part = :part',
        ExpressionAttributeValues: { ':part': liveParts.session },
      });
      return items.map((item) => sessionTotalIn(item, table));
    },
    putSessions: async (sessions) => putAll(dynamo, { table }, sessions.map(sessionTotalItem)),
  };
}
