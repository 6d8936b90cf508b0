import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { StoredJson } from '../kernel/contract/stored-copy.ts';
import { isMade } from '../kernel/store/one-item.ts';
import { packText, unpackText } from '../kernel/store/packed-json.ts';
import { packedRows } from '../kernel/store/packed-rows.ts';
import { queryPart } from '../kernel/store/read-pages.ts';
import { checkItem, type Item, type Place, readItem, storing } from '../kernel/store/stored-item.ts';
import { versionCondition } from '../kernel/store/versioned-writes.ts';
import type { KnownSession } from './known-session.ts';
import type { SessionStore } from './ports.ts';
import { actionId, actionKinds, actionStates, type TakenAction } from './session-action.ts';
import { keptUntilMs } from './session-keeping.ts';
import type { SessionWalk } from './session-walk.ts';

/** `session`: items of one session each, which earlier versions wrote: read until they are gone. */
const sessionParts = { packed: 'sessions', session: 'session', walk: 'walk', action: 'action' } as const;

const Tag = z.object({ name: z.string(), metadata: StoredJson.optional() });
const figure = z.number().optional();
const text = z.string().optional();

const KnownSessionItem = storing<KnownSession>()(
  z.object({
    sessionId: z.string().min(1),
    createdAtMs: z.number(),
    updatedAtMs: z.number(),
    messageCount: z.number(),
    childIds: z.array(z.string()),
    completedAtMs: figure,
    status: z.enum(['idle', 'pending', 'running', 'other']).optional(),
    title: text,
    computerId: text,
    model: text,
    archivedAt: text,
    compactionCheck: z.boolean().optional(),
    tags: z.array(z.object({ name: z.string() })).optional(),
    ownCredits: figure,
    inclusiveCredits: figure,
    askedAtMs: figure,
    askedUpdatedAtMs: figure,
    askedMessageCount: figure,
    statusSinceMs: figure,
    lastMessages: z.object({ counted: z.number(), errors: z.number(), ofCount: z.number() }).optional(),
    wasEnded: z.literal(true).optional(),
    isUnlisted: z.literal(true).optional(),
  }),
);

const count = z.int().min(0);

const SessionWalkText = storing<SessionWalk>()(
  z.object({
    beganAtMs: z.number(),
    endedAtMs: figure,
    sessionCount: count,
    doubts: z.array(z.string()),
    parts: count,
    rest: z
      .object({
        cursor: z.string(),
        unreadable: count,
        repeated: count,
        sessionCount: count,
        unseenIds: z.array(z.string()),
      })
      .optional(),
  }),
);

const walkKey = { part: sessionParts.walk, id: sessionParts.walk };

const Changed = z.object({
  tags: z.array(Tag).optional(),
  compactionCheck: z.boolean().optional(),
  model: text,
  archivedAt: text,
});

const TakenActionItem = storing<TakenAction>()(
  z.object({
    part: z.literal(sessionParts.action),
    id: z.string().min(1),
    sessionId: z.string().min(1),
    kind: z.enum(actionKinds),
    policy: z.string(),
    reason: z.string(),
    state: z.enum(actionStates),
    before: Changed,
    after: Changed,
    at: z.string(),
    runId: z.string(),
    by: text,
    problem: text,
    attempts: z.int().min(0),
    version: z.int().min(1),
  }),
);

function knownSessionIn(item: Item, place: Place): KnownSession {
  return readItem(KnownSessionItem, item, place) as KnownSession;
}

const packedSessions = {
  part: sessionParts.packed,
  idOf: ({ sessionId }: KnownSession) => sessionId,
  keptUntilMs,
  read: knownSessionIn,
} as const;

function takenActionItem(action: TakenAction, table: string): Item {
  const item = { part: sessionParts.action, id: actionId(action), ...action };
  return checkItem(TakenActionItem, structuredClone(item), { table, key: `action ${item.id}` });
}

function takenActionIn(item: Item, table: string): TakenAction {
  const read = readItem(TakenActionItem, item, { table, key: `action ${String(item['id'])}` });
  const { part: _part, id: _id, ...action } = read;
  return action as TakenAction;
}

export function dynamoSessionStore(dynamo: DynamoDBDocumentClient, table: string): SessionStore {
  const listed = async (part: string): Promise<readonly Item[]> => queryPart(dynamo, table, part);
  const packed = packedRows(dynamo, table, packedSessions);

  return {
    async list() {
      const earlier = (await listed(sessionParts.session)).map((item) => {
        const place = { table, key: `session ${String(item['id'])}` };
        return knownSessionIn(JSON.parse(String(item['known'])) as Item, place);
      });
      return packed.list(earlier);
    },
    put: async (sessions) => packed.put(sessions),
    async readWalk() {
      const [item] = await listed(sessionParts.walk);
      return item === undefined ? undefined : SessionWalkText.parse(await unpackText(String(item['walk'])));
    },
    async putWalk(walk) {
      await dynamo.send(new PutCommand({ TableName: table, Item: { ...walkKey, walk: await packText(walk) } }));
    },
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
