import { dynamoLeaseStore } from '../../shared/adapters/dynamo/dynamo-lease-store.ts';
import { memoryLeaseStore } from '../../shared/adapters/memory/memory-lease-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLeaseStore } from './lease-store-contract.ts';

const engine = useEngine();

describeLeaseStore('in memory', async () => memoryLeaseStore());
describeLeaseStore('in DynamoDB', async () => {
  const { leases } = await engine.freshTables();
  return dynamoLeaseStore(engine.dynamo(), leases);
});
