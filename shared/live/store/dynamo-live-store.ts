import { GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { putAll } from '../../kernel/store/batches.ts';
import { findItem } from '../../kernel/store/one-item.ts';
import { packJson, placeOfPiece, unpackJson } from '../../kernel/store/packed-json.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import type { Item } from '../../kernel/store/stored-item.ts';
import { noLiveState } from '../live-state.ts';
import type { LiveStore } from '../use-cases/ports.ts';
import {
  liveParts,
  liveStateIn,
  liveStateItem,
  seenIn,
  seenItem,
  type PackedPart,
  pieceIn,
  pieceItem,
  RunningLowText,
  sessionTotalIn,
  sessionTotalItem,
  StoredFloatText,
} from './live-items.ts';

const stateKey = { part: liveParts.state, id: liveParts.state };

/** The state of `live`: one item per session, and one of all. */
export function dynamoLiveStore(dynamo: DynamoDBDocumentClient, table: string): LiveStore {
  const listed = async (part: string): Promise<readonly Item[]> => queryPart(dynamo, table, part);
  const pieceOf = async (part: PackedPart, index: number) => {
    const item = await findItem(dynamo, table, { part, id: placeOfPiece(index) });
    return item === undefined ? undefined : pieceIn(item, table);
  };
  const readPacked = async (part: PackedPart): Promise<unknown> => {
    // A shorter value leaves pieces of a longer one behind.
    const first = await pieceOf(part, 0);
    const rest = Array.from({ length: (first?.pieces ?? 1) - 1 }, async (_, index) => pieceOf(part, index + 1));
    return unpackJson([first, ...(await Promise.all(rest))].flatMap((piece) => piece ?? []));
  };
  const putPacked = async (part: PackedPart, value: unknown): Promise<void> => {
    const pieces = await packJson(value);
    await putAll(
      dynamo,
      { table },
      pieces.map((piece, index) => pieceItem(part, piece, index)),
    );
  };

  return {
    async readState() {
      const item = await findItem(dynamo, table, stateKey);
      return item === undefined ? noLiveState : liveStateIn(item, table);
    },
    async putState(state) {
      await dynamo.send(new PutCommand({ TableName: table, Item: liveStateItem(state) }));
    },
    async readFloat() {
      const float = await readPacked(liveParts.float);
      return float === undefined ? undefined : StoredFloatText.parse(float);
    },
    putFloat: async (float) => putPacked(liveParts.float, float),
    async readLow() {
      const low = await readPacked(liveParts.low);
      return low === undefined ? undefined : RunningLowText.parse(low);
    },
    async readSeen(userId) {
      const Key = { part: liveParts.seen, id: userId };
      const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key }));
      return Item === undefined ? undefined : seenIn(Item, table);
    },
    putSeen: async (people) => putAll(dynamo, { table }, people.map(seenItem)),
    putLow: async (low) => putPacked(liveParts.low, low),
    listSessions: async () => (await listed(liveParts.session)).map((item) => sessionTotalIn(item, table)),
    putSessions: async (sessions) => putAll(dynamo, { table }, sessions.map(sessionTotalItem)),
  };
}
