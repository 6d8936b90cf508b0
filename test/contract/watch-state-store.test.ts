import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { dynamoWatchStateStore } from '../../shared/controls/store/dynamo-watch-state-store.ts';
import { memoryWatchStateStore } from '../../shared/controls/store/memory-controls-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeWatchStateStore } from './watch-state-store-contract.ts';

const engine = useEngine();

describeWatchStateStore('in memory', async (earlierAlarms) => memoryWatchStateStore(earlierAlarms));
describeWatchStateStore('in DynamoDB', async (earlierAlarms = []) => {
  const { controls } = await engine.freshTables('controls');
  for (const { alarmId, alarm, phase, at } of earlierAlarms) {
    // As every version before alarms were conditions wrote them.
    const Item = { part: 'alarm', id: alarmId, alarm, phase, at };
    await engine.dynamo().send(new PutCommand({ TableName: controls, Item }));
  }
  return dynamoWatchStateStore(engine.dynamo(), controls);
});
