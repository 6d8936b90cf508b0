import { dynamoWatchStateStore } from '../../shared/adapters/dynamo/dynamo-watch-state-store.ts';
import { memoryWatchStateStore } from '../../shared/adapters/memory/memory-watch-state-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeWatchStateStore } from './watch-state-store-contract.ts';

const engine = useEngine();

describeWatchStateStore('in memory', async () => memoryWatchStateStore());
describeWatchStateStore('in DynamoDB', async () => {
  const { controls } = await engine.freshTables();
  return dynamoWatchStateStore(engine.dynamo(), controls);
});
