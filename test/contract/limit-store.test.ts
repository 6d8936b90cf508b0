import { dynamoLimitStore } from '../../shared/adapters/dynamo/enforcement/dynamo-limit-store.ts';
import { memoryLimitStore } from '../../shared/adapters/memory/enforcement/memory-enforcement-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLimitStore } from './limit-store-contract.ts';

const engine = useEngine();

describeLimitStore('in memory', async () => memoryLimitStore());
describeLimitStore('in DynamoDB', async () => {
  const { limits } = await engine.freshTables();
  return dynamoLimitStore(engine.dynamo(), limits);
});
