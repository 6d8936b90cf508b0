import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import { memoryLedgerStore } from '../../shared/enforcement/memory-store.ts';
import { daysOf } from '../../shared/kernel/time/day.ts';
import type { LedgerRow } from '../../shared/ledger/ledger-day.ts';
import { dynamoLedgerStore } from '../../shared/ledger/store/dynamo-ledger-store.ts';
import { chunkOf, namesWith, noNames, packNames, packRows } from '../../shared/ledger/store/ledger-chunk.ts';
import { countingClient } from '../support/counting-client.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLedgerStore } from './ledger-store-contract.ts';

const engine = useEngine();

describeLedgerStore('in memory', async () => memoryLedgerStore());
describeLedgerStore('in DynamoDB', async () => {
  const { ledger } = await engine.freshTables('ledger');
  return dynamoLedgerStore(engine.dynamo(), ledger);
});

test('a day of a known organization is set with one read and one write, and a quarter is read with two calls', async () => {
  const { ledger } = await engine.freshTables('ledger');
  const { client, count } = countingClient(engine.dynamo);
  const rows = Array.from({ length: 200 }, (_, index) => ({ userId: `u-${index}`, email: null, credits: index }));
  await dynamoLedgerStore(engine.dynamo(), ledger).putRows('2026-03-10', rows);

  await dynamoLedgerStore(client, ledger).putRows('2026-03-11', rows);

  expect([count(/Get|Query/), count(/Put/)]).toEqual([1, 1]);
  const quarter = daysOf({ from: '2026-01-01', through: '2026-03-31' });
  const read = await Array.fromAsync(dynamoLedgerStore(client, ledger).readEach(quarter));
  expect(read.filter((day) => day.rows.length === rows.length).map(({ day }) => day)).toEqual([
    '2026-03-10',
    '2026-03-11',
  ]);
  expect(count(/Get|Query/)).toBe(3);
});

/** People of one chunk, whose names fill a list soon. That of the first people is full after some 360 of them. */
function peopleOfChunk(count: number): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (let index = 0; rows.length < count; index += 1) {
    const userId = `user-${index}-`.padEnd(400, 'x');
    if (chunkOf(userId) === 0) {
      rows.push({ userId, email: `person-${index}@acme.example`.padStart(300, 'y'), credits: index });
    }
  }
  return rows;
}

async function partsIn(table: string): Promise<readonly string[]> {
  const { Items = [] } = await engine.dynamo().send(new ScanCommand({ TableName: table }));
  return Items.filter(({ day }) => day === 'users').map(({ userId }) => String(userId));
}

const byId = (rows: readonly LedgerRow[]) => rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));

describe('people whom an earlier version listed by their chunk', () => {
  const known = Array.from({ length: 40 }, (_, index) => ({ userId: `u-${index}`, email: null, credits: index }));

  /** Rows as they were stored when every user had a chunk. */
  async function storedBefore(table: string): Promise<void> {
    for (const [chunk, rows] of Map.groupBy(known, ({ userId }) => chunkOf(userId))) {
      const names = namesWith(noNames, rows);
      const key = { userId: `#${String(chunk).padStart(2, '0')}`, version: 1 };
      const items = [
        { day: 'users', ...key, text: await packNames(names) },
        { day: '2026-03-10', ...key, text: await packRows(rows, names) },
      ];
      for (const Item of items) {
        await engine.dynamo().send(new PutCommand({ TableName: table, Item }));
      }
    }
  }

  test('stay there, and whoever is new is counted with them once', async () => {
    const { ledger } = await engine.freshTables('ledger');
    await storedBefore(ledger);
    const store = dynamoLedgerStore(engine.dynamo(), ledger);
    const later = [...known, { userId: 'u-new', email: 'new@acme.example', credits: 5 }];

    await store.putRows('2026-03-11', later);
    await store.putRows('2026-03-11', later);

    const days = await Array.fromAsync(store.readEach(['2026-03-10', '2026-03-11']));
    expect(days.map(({ rows }) => byId(rows))).toEqual([byId(known), byId(later)]);
    const range = { from: '2026-03-01', through: '2026-03-31' };
    expect(await store.readUser('u-7', range)).toEqual([
      { day: '2026-03-10', credits: 7 },
      { day: '2026-03-11', credits: 7 },
    ]);
    expect(await store.readUser('u-new', range)).toEqual([{ day: '2026-03-11', credits: 5 }]);
  });
});

describe('more people than a list takes', () => {
  const people = peopleOfChunk(1_300);

  test('whoever is new when it is full comes into a chunk, and then its next part, and everybody is counted once', async () => {
    const { ledger } = await engine.freshTables('ledger');
    const store = dynamoLedgerStore(engine.dynamo(), ledger);
    const [early, late] = [people.slice(0, 300), people.slice(300)];
    await store.putRows('2026-03-10', early);
    expect(await partsIn(ledger)).toEqual(['#']);

    await store.putRows('2026-03-11', people);
    // Whoever is known under another email stays in their part, which is full by now.
    const renamed = people.map((row) => ({
      ...row,
      email: `new-${row.credits}@acme.example`,
      credits: row.credits + 1,
    }));
    await store.putRows('2026-03-11', renamed);

    expect((await partsIn(ledger)).toSorted()).toEqual(['#', '#00', '#00.1', '#00.2']);
    expect(await store.readRows('2026-03-10')).toEqual(byId(early));
    expect(await store.readRows('2026-03-11')).toEqual(byId(renamed));
    const last = late.at(-1);
    const range = { from: '2026-03-01', through: '2026-03-31' };
    expect(await store.readUser(last?.userId ?? '', range)).toEqual([
      { day: '2026-03-11', credits: (last?.credits ?? 0) + 1 },
    ]);
  });

  test('days that are read while the first list is filled show those who come after it', async () => {
    const { ledger } = await engine.freshTables('ledger');
    const store = dynamoLedgerStore(engine.dynamo(), ledger);
    await store.putRows('2026-03-10', people.slice(0, 10));
    const days = daysOf({ from: '2026-03-10', through: '2026-06-30' });
    const reading = store.readEach(days)[Symbol.asyncIterator]();
    await reading.next();
    await store.putRows('2026-06-30', people);

    const later = await Array.fromAsync({ [Symbol.asyncIterator]: () => reading });

    expect(byId(later.at(-1)?.rows ?? [])).toEqual(byId(people));
  });

  test('two concurrent writers list no user twice', async () => {
    const { ledger } = await engine.freshTables('ledger');
    const writers = [dynamoLedgerStore(engine.dynamo(), ledger), dynamoLedgerStore(engine.dynamo(), ledger)];

    await Promise.all(
      writers.map(async (store, index) => store.putRows('2026-03-10', index === 0 ? people : people.toReversed())),
    );

    expect(await writers[0]?.readRows('2026-03-10')).toEqual(byId(people));
  });
});
