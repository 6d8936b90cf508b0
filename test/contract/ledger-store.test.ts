import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { dynamoLedgerStore } from '../../shared/adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { chunkOf } from '../../shared/adapters/dynamo/items/ledger-chunk.ts';
import { memoryLedgerStore } from '../../shared/adapters/memory/enforcement/memory-ledger-store.ts';
import type { LedgerRow } from '../../shared/domain/ledger/ledger-day.ts';
import { countingClient } from '../support/counting-client.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLedgerStore } from './ledger-store-contract.ts';

const engine = useEngine();

describeLedgerStore('in memory', async () => memoryLedgerStore());
describeLedgerStore('in DynamoDB', async () => {
  const { ledger } = await engine.freshTables();
  return dynamoLedgerStore(engine.dynamo(), ledger);
});

test('a day of a known organization is set with one read, and one write a chunk of users', async () => {
  const { ledger } = await engine.freshTables();
  const { client, count } = countingClient(engine.dynamo);
  const rows = Array.from({ length: 200 }, (_, index) => ({ userId: `u-${index}`, email: null, credits: index }));
  await dynamoLedgerStore(engine.dynamo(), ledger).putRows('2026-03-10', rows);

  await dynamoLedgerStore(client, ledger).putRows('2026-03-11', rows);

  expect([count(/Get|Query/), count(/Put/)]).toEqual([1, 32]);
});

/** People of one chunk, whose names fill a list soon. */
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

describe('a chunk of more people than its list takes', () => {
  const people = peopleOfChunk(900);
  const byId = (rows: readonly LedgerRow[]) => rows.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));

  test('goes on in a next part, which whoever is new begins, and everybody is counted once', async () => {
    const { ledger } = await engine.freshTables();
    const store = dynamoLedgerStore(engine.dynamo(), ledger);
    const [early, late] = [people.slice(0, 300), people.slice(300)];
    await store.putRows('2026-03-10', early);
    expect(await partsIn(ledger)).toEqual(['#00']);

    await store.putRows('2026-03-11', people);
    // Whoever is known under another email stays in their part, which is full by now.
    const renamed = people.map((row) => ({
      ...row,
      email: `new-${row.credits}@acme.example`,
      credits: row.credits + 1,
    }));
    await store.putRows('2026-03-11', renamed);

    expect((await partsIn(ledger)).toSorted()).toEqual(['#00', '#00.1', '#00.2']);
    expect(await store.readRows('2026-03-10')).toEqual(byId(early));
    expect(await store.readRows('2026-03-11')).toEqual(byId(renamed));
    const last = late.at(-1);
    const range = { from: '2026-03-01', through: '2026-03-31' };
    expect(await store.readUser(last?.userId ?? '', range)).toEqual([
      { day: '2026-03-11', credits: (last?.credits ?? 0) + 1 },
    ]);
  });

  test('knows nobody twice when two writers fill it at the same time', async () => {
    const { ledger } = await engine.freshTables();
    const writers = [dynamoLedgerStore(engine.dynamo(), ledger), dynamoLedgerStore(engine.dynamo(), ledger)];

    await Promise.all(
      writers.map(async (store, index) => store.putRows('2026-03-10', index === 0 ? people : people.toReversed())),
    );

    expect(await writers[0]?.readRows('2026-03-10')).toEqual(byId(people));
  });
});
