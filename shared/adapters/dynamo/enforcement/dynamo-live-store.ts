import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LiveStore } from '../../../application/enforcement/live/ports.ts';
import { noLiveState } from '../../../domain/live/live-state.ts';
import { putAll } from '../calls/batches.ts';
import { queryPart } from '../calls/read-pages.ts';
import {
  floatPieceIn,
  floatPieceItem,
  liveParts,
  liveStateIn,
  liveStateItem,
  seenIn,
  seenItem,
  sessionTotalIn,
  sessionTotalItem,
  StoredFloatText,
} from '../items/live-items.ts';
import { packJson, placeOfPiece, unpackJson } from '../items/packed-json.ts';
import type { Item } from '../items/stored-item.ts';

const stateKey = { part: liveParts.state, id: liveParts.state };

/** The state of `live`: an item a session, and one of all of them. */
export function dynamoLiveStore(dynamo: DynamoDBDocumentClient, table: string): LiveStore {
  const listed = async (part: string): Promise<readonly Item[]> => queryPart(dynamo, table, part);
  const floatPiece = async (index: number) => {
    const Key = { part: liveParts.float, id: placeOfPiece(index) };
    const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : floatPieceIn(Item, table);
  };

  return {
    async readState() {
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: stateKey, ConsistentRead: true }));
      return Item === undefined ? noLiveState : liveStateIn(Item, table);
    },
    async putState(state) {
      await dynamo.send(new PutCommand({ TableName: table, Item: liveStateItem(state) }));
    },
    async readFloat() {
      // A shorter one leaves pieces of a longer one behind it.
      const first = await floatPiece(0);
      const rest = Array.from({ length: (first?.pieces ?? 1) - 1 }, async (_, index) => floatPiece(index + 1));
      const pieces = [first, ...(await Promise.all(rest))];
      const float = await unpackJson(pieces.flatMap((piece) => piece ?? []));
      return float === undefined ? undefined : StoredFloatText.parse(float);
    },
    async putFloat(float) {
      const pieces = await packJson(float);
      await putAll(dynamo, { table }, pieces.map(floatPieceItem));
    },
    async readSeen(userId) {
      const Key = { part: liveParts.seen, id: userId };
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key }));
      return Item === undefined ? undefined : seenIn(Item, table);
    },
    putSeen: async (people) => putAll(dynamo, { table }, people.map(seenItem)),
    listSessions: async () => (await listed(liveParts.session)).map((item) => sessionTotalIn(item, table)),
    putSessions: async (sessions) => putAll(dynamo, { table }, sessions.map(sessionTotalItem)),
  };
}
