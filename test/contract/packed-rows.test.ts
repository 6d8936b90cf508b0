import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { sha256 } from '../../shared/kernel/sha256.ts';
import { queryPart } from '../../shared/kernel/store/read-pages.ts';
import type { KnownSession } from '../../shared/sessions/known-session.ts';
import { dynamoSessionStore } from '../../shared/sessions/store.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const atMs = Date.parse('2026-03-02T08:00:00Z');
const dayMs = 86_400_000;
const keptSeconds = 60 * 86_400;

function sessionOf(number: number, messageCount = 1): KnownSession {
  const sessionId = `s-${String(number).padStart(4, '0')}`;
  return { sessionId, createdAtMs: atMs, updatedAtMs: atMs + number, messageCount, childIds: [] };
}

async function aTable() {
  const { sessions: table } = await engine.freshTables('sessions');
  const dynamo = engine.dynamo();
  return {
    table,
    dynamo,
    store: dynamoSessionStore(dynamo, table),
    items: async () => queryPart(dynamo, table, 'sessions'),
  };
}

/** Fails each call after so many writes. */
function stoppedAfter(dynamo: DynamoDBDocumentClient, writesMax: number): DynamoDBDocumentClient {
  let writes = 0;
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    writes += /Put|Write/u.test(command.constructor.name) ? 1 : 0;
    return writes > writesMax ? Promise.reject(new Error('stopped')) : dynamo.send(command);
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

test('a thousand rows are a few items, which go when their rows go, a week later at most', async () => {
  const { store, items } = await aTable();
  const old = { ...sessionOf(5_000), updatedAtMs: atMs - 40 * dayMs };
  const rows = [...Array.from({ length: 1_000 }, (_, index) => sessionOf(index)), old];

  await store.put(rows);
  await store.put([]);

  expect(await store.list()).toEqual(rows);
  expect((await items()).map(({ goneAfter }) => goneAfter)).toEqual([
    Math.ceil((atMs + 999) / 1_000) + keptSeconds,
    atMs / 1_000 - 40 * 86_400 + keptSeconds,
  ]);
});

/** A session of some kilobytes that no compression makes small. */
function aLargeSession(number: number, messageCount = 1): KnownSession {
  const childIds = Array.from({ length: 200 }, (_, index) => sha256(`${number} ${messageCount} ${index}`));
  return { ...sessionOf(number, messageCount), childIds };
}

const rounds = 40;

test('of many writes the last row of an id counts, and what is read does not grow with them', async () => {
  const { store, items, dynamo, table } = await aTable();
  let readBytes = 0;
  const counting = {
    async send(command: Parameters<DynamoDBDocumentClient['send']>[0]) {
      const answer = (await dynamo.send(command)) as { readonly Items?: readonly object[] };
      readBytes += JSON.stringify(answer.Items ?? []).length;
      return answer;
    },
  } as unknown as DynamoDBDocumentClient;

  for (let count = 1; count <= rounds; count += 1) {
    await store.put([aLargeSession(0, count), sessionOf(count, count)]);
  }
  const sessions = await dynamoSessionStore(counting, table).list();

  expect(sessions).toEqual([
    aLargeSession(0, rounds),
    ...Array.from({ length: rounds }, (_, index) => sessionOf(index + 1, index + 1)),
  ]);
  expect(readBytes).toBeLessThan(JSON.stringify(await items()).length / 2);
});

test('a write that stops after any of its effects loses nothing of what was set before', async () => {
  for (const writesMax of [0, 1, 2]) {
    const { store, dynamo, table } = await aTable();
    let count = 0;
    const large = async () => (await queryPart(dynamo, table, 'sessions')).at(-1)?.['changedBytes'];
    while (Number((await large()) ?? 0) <= 48 * 1_024) {
      count += 1;
      await store.put([aLargeSession(0, count), sessionOf(count)]);
    }
    const before = await store.list();

    // A base, and behind it the row.
    const stopped = dynamoSessionStore(stoppedAfter(dynamo, writesMax), table);
    const ended = await stopped.put([sessionOf(0, 1_000)]).catch(String);
    const [first, ...others] = await store.list();

    expect(ended, `after ${writesMax}`).toBe(writesMax === 2 ? undefined : 'Error: stopped');
    expect(first?.messageCount).toBe(writesMax === 2 ? 1_000 : count);
    expect(others).toEqual(before.slice(1));
    await store.put([sessionOf(0, 2_000)]);
    expect((await store.list()).map(({ messageCount }) => messageCount)).toEqual([2_000, ...others.map(() => 1)]);
  }
});

test('of two writers at once neither loses a row', async () => {
  const { store } = await aTable();

  await Promise.all(Array.from({ length: 6 }, async (_, index) => store.put([sessionOf(index)])));

  expect(await store.list()).toEqual(Array.from({ length: 6 }, (_, index) => sessionOf(index)));
});

test('rows that an earlier version stored one an item are read, and give way to newer ones', async () => {
  const { store, dynamo, table } = await aTable();
  for (const session of [sessionOf(1), sessionOf(2)]) {
    const Item = { part: 'session', id: session.sessionId, known: JSON.stringify(session), goneAfter: 4_000_000_000 };
    await dynamo.send(new PutCommand({ TableName: table, Item }));
  }

  await store.put([sessionOf(2, 7)]);

  expect(await store.list()).toEqual([sessionOf(1), sessionOf(2, 7)]);
});
