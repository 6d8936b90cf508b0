import { memoryLimitStore } from '../../shared/enforcement/memory-store.ts';
import { dynamoLimitStore } from '../../shared/limits/store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLimitStore } from './limit-store-contract.ts';

const engine = useEngine();

describeLimitStore('in memory', async () => memoryLimitStore());
describeLimitStore('in DynamoDB', async () => {
  const { limits } = await engine.freshTables('limits');
  return dynamoLimitStore(engine.dynamo(), limits);
});
