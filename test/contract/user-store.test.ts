import { dynamoUserStore } from '../../shared/adapters/dynamo/enforcement/dynamo-user-store.ts';
import { memoryUserStore } from '../../shared/adapters/memory/enforcement/memory-enforcement-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeUserStore } from './user-store-contract.ts';

const engine = useEngine();

describeUserStore('in memory', async () => memoryUserStore());
describeUserStore('in DynamoDB', async () => {
  const { users } = await engine.freshTables();
  return dynamoUserStore(engine.dynamo(), users);
});
