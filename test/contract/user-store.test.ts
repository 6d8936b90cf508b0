import { memoryUserStore } from '../../shared/enforcement/memory-store.ts';
import { dynamoUserStore } from '../../shared/roster/store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeUserStore } from './user-store-contract.ts';

const engine = useEngine();

describeUserStore('in memory', async () => memoryUserStore());
describeUserStore('in DynamoDB', async () => {
  const { users } = await engine.freshTables('users');
  return dynamoUserStore(engine.dynamo(), users);
});
