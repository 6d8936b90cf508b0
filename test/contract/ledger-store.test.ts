import { expect, test } from 'vitest';
import { dynamoLedgerStore } from '../../shared/adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { memoryLedgerStore } from '../../shared/adapters/memory/enforcement/memory-ledger-store.ts';
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
