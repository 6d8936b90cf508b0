import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { sha256 } from '../kernel/sha256.ts';
import { eachAtMost, putAll } from '../kernel/store/batches.ts';
import { findItem } from '../kernel/store/one-item.ts';
import {
  packJson,
  packText,
  type PackedPiece,
  pieceFields,
  placeOfPiece,
  unpackJson,
  unpackText,
} from '../kernel/store/packed-json.ts';
import { packedRows } from '../kernel/store/packed-rows.ts';
import { queryPart } from '../kernel/store/read-pages.ts';
import { type Item, type Place, readItem, storing } from '../kernel/store/stored-item.ts';
import { msPerDay } from '../kernel/time/day.ts';
import { keptUntilMs } from '../sessions/session-keeping.ts';
import { type LiveState, noLiveState, type StoredFloat } from './live-state.ts';
import type { LiveStore } from './ports.ts';
import type { RunningLow } from './running-low.ts';
import type { SeenPerson } from './totals/seen-days.ts';
import type { SessionTotal } from './totals/session-total.ts';

/** `session`: items of one session each, which earlier versions wrote: read until they are gone. */
const liveParts = {
  packed: 'sessions',
  session: 'session',
  state: 'state',
  float: 'float',
  low: 'low',
  seen: 'seen',
} as const;

const seenDaysKept = 7;
const putsAtOnce = 8;
const figure = z.number();
const credits = z.number().min(0);
const text = z.string();

const SessionTotalItem = storing<SessionTotal>()(
  z.object({
    sessionId: z.string().min(1),
    credits,
    inclusiveCredits: credits.optional(),
    childIds: z.array(text).optional(),
    updatedAtMs: figure,
    completedAtMs: figure.optional(),
    archivedAt: text.optional(),
    computerId: text.optional(),
    ownerId: text.optional(),
    dayStarts: z.array(z.object({ day: text, credits })),
    lastBurn: z.object({ atMs: figure, hourCredits: figure }).optional(),
  }),
);

const Status = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('shadow'), daysDone: figure, daysNeeded: figure, isVerified: z.boolean() }),
  z.object({ kind: z.literal('doubted'), reason: text }),
  z.object({ kind: z.literal('on'), scale: figure }),
]);

const PoolReport = z.object({
  scope: text,
  window: text,
  amountCredits: figure,
  provenCredits: figure,
  worstCaseCredits: figure,
  freeCredits: figure,
  unboundedUsers: figure,
});

const StateItem = storing<LiveState>()(
  z.object({
    totals: z.object({
      countedCredits: credits,
      reading: z
        .object({ beganAtMs: figure, endedAtMs: figure, doubts: z.array(text), sessionCount: figure })
        .optional(),
      marks: z.array(z.object({ day: text, credits, readAtMs: figure })),
      readings: z.array(z.object({ beganAtMs: figure, credits })),
    }),
    coverage: z.array(z.object({ day: text, hintedCredits: figure, billedCredits: figure })),
    given: z.array(z.object({ day: text, credits, raises: figure })).optional(),
    report: z
      .object({
        runId: text,
        at: text,
        standing: Status,
        seenCredits: figure.optional(),
        seenUsers: figure,
        hookUsers: figure.optional(),
        pools: z.array(PoolReport),
        given: z.object({ users: figure, credits: figure }),
      })
      .optional(),
  }),
);

function sessionTotalIn(item: Item, table: string): SessionTotal {
  return jsonIn(SessionTotalItem, item, { table, field: 'total' });
}

const packedTotals = {
  part: liveParts.packed,
  idOf: ({ sessionId }: SessionTotal) => sessionId,
  keptUntilMs,
  read: (item: Item, place: Place): SessionTotal => readItem(SessionTotalItem, item, place),
} as const;

const SeenItem = storing<SeenPerson>()(
  z.object({ userId: text, at: text, days: z.array(z.object({ day: text, credits })) }),
);

/** People are stored by this many parts of them: a look that has seen many writes few items. It must never change. */
const seenChunks = 32;

function seenKey(userId: string): Item {
  const chunk = Number.parseInt(sha256(userId).slice(0, 4), 16) % seenChunks;
  return { part: liveParts.seen, id: `#${String(chunk).padStart(2, '0')}` };
}

async function seenPeopleIn(item: Item | undefined, table: string): Promise<readonly SeenPerson[]> {
  if (item === undefined) {
    return [];
  }
  const key = `${liveParts.seen} ${String(item['id'])}`;
  const { people } = readItem(z.object({ people: text }), item, { table, key });
  return z.array(SeenItem).parse(await unpackText(people));
}

/** A chunk with some people set, without those of whom nothing was seen for long. */
async function seenItem(key: Item, before: readonly SeenPerson[], people: readonly SeenPerson[]): Promise<Item> {
  const lastMs = Math.max(...people.map(({ at }) => Date.parse(at)));
  const keptMs = seenDaysKept * msPerDay;
  const byId = new Map([...before, ...people].map((person) => [person.userId, person]));
  const kept = [...byId.values()].filter(({ at }) => Date.parse(at) + keptMs > lastMs);
  return { ...key, people: await packText(kept), goneAfter: Math.floor((lastMs + keptMs) / 1_000) };
}

/** A person's item, as earlier versions wrote it: read until it is gone. */
function seenIn(item: Item, table: string): SeenPerson {
  return jsonIn(SeenItem, item, { table, field: 'seen' });
}

async function liveStateItem(state: LiveState): Promise<Item> {
  return { part: liveParts.state, id: liveParts.state, packed: await packText(state) };
}

/** `state`: JSON, as earlier versions wrote it. */
async function liveStateIn(item: Item, table: string): Promise<LiveState> {
  const packed = item['packed'];
  const place = { table, key: `${liveParts.state} ${liveParts.state}` };
  return typeof packed === 'string'
    ? readItem(StateItem, (await unpackText(packed)) as Item, place)
    : jsonIn(StateItem, item, { table, field: 'state' });
}

/** The float of 100,000 users exceeds an item. */
const StoredFloatText = storing<StoredFloat>()(z.object({ at: text, seenIds: z.array(text), nightShare: z.number() }));

const RunningLowText = storing<RunningLow>()(z.object({ at: text, userIds: z.array(text) }));

/** Parts stored whole that may exceed an item. */
type PackedPart = typeof liveParts.float | typeof liveParts.low;

const PieceItem = z.object({ part: z.enum([liveParts.float, liveParts.low]), id: text, ...pieceFields });

function pieceItem(part: PackedPart, piece: PackedPiece, index: number): Item {
  return { part, id: placeOfPiece(index), ...piece };
}

function pieceIn(item: Item, table: string): PackedPiece {
  const key = `${String(item['part'])} ${String(item['id'])}`;
  const { pieces, text: packed } = readItem(PieceItem, item, { table, key });
  return { pieces, text: packed };
}

function jsonIn<T>(schema: z.ZodType<T>, item: Item, { table, field }: { table: string; field: string }): T {
  const place = { table, key: `${String(item['part'])} ${String(item['id'])}` };
  const json = readItem(z.object({ [field]: z.string() }), item, place)[field] ?? '';
  return readItem(schema, JSON.parse(json) as Item, place);
}

const stateKey = { part: liveParts.state, id: liveParts.state };

/** What was seen of people. Chunks are read and written under the lease of `live`: no other run writes them. */
function seenSamples(dynamo: DynamoDBDocumentClient, table: string): Pick<LiveStore, 'readSeen' | 'putUsageSamples'> {
  return {
    async readSeen(userId) {
      const read = async (Key: Item) => (await dynamo.send(new GetCommand({ TableName: table, Key }))).Item;
      const people = await seenPeopleIn(await read(seenKey(userId)), table);
      const person = people.find((each) => each.userId === userId);
      const earlier = person === undefined ? await read({ part: liveParts.seen, id: userId }) : undefined;
      return person ?? (earlier === undefined ? undefined : seenIn(earlier, table));
    },
    async putUsageSamples(people) {
      const chunks = Map.groupBy(people, ({ userId }) => String(seenKey(userId)['id']));
      await eachAtMost(putsAtOnce, [...chunks], async ([id, own]) => {
        const key = { part: liveParts.seen, id };
        const before = await seenPeopleIn(await findItem(dynamo, table, key), table);
        await dynamo.send(new PutCommand({ TableName: table, Item: await seenItem(key, before, own) }));
      });
    },
  };
}

/** The state of `live`: sessions packed, and one item of all. */
export function dynamoLiveStore(dynamo: DynamoDBDocumentClient, table: string): LiveStore {
  const listed = async (part: string): Promise<readonly Item[]> => queryPart(dynamo, table, part);
  const packed = packedRows(dynamo, table, packedTotals);
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
      await dynamo.send(new PutCommand({ TableName: table, Item: await liveStateItem(state) }));
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
    ...seenSamples(dynamo, table),
    putLow: async (low) => putPacked(liveParts.low, low),
    async listSessions() {
      return packed.list((await listed(liveParts.session)).map((item) => sessionTotalIn(item, table)));
    },
    putSessions: async (sessions) => packed.put(sessions),
  };
}
