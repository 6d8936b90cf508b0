import { expect, test, vi } from 'vitest';
import { dynamoLeaseStore } from '../../shared/adapters/dynamo/runs/dynamo-lease-store.ts';
import { memoryLeaseStore } from '../../shared/adapters/memory/runs/memory-lease-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLeaseStore } from './lease-store-contract.ts';

const engine = useEngine();

describeLeaseStore('in memory', async () => memoryLeaseStore());
describeLeaseStore('in DynamoDB', async () => {
  const { leases } = await engine.freshTables();
  return dynamoLeaseStore(engine.dynamo(), leases);
});

test('a lease is never judged by a stale reading, and never moved without the one that was read', async () => {
  const { leases } = await engine.freshTables();
  const send = vi.spyOn(engine.dynamo(), 'send');
  const claim = { owner: 'me', nowMs: 0, durationMs: 1_000 };

  await dynamoLeaseStore(engine.dynamo(), leases).acquire('enforce', claim);

  const inputs = send.mock.calls.map(([{ input }]) => input);
  expect(inputs).toMatchObject([{ ConsistentRead: true }, { ConditionExpression: expect.any(String) }]);
});
