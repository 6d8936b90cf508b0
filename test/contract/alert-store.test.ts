import { dynamoAlertStore } from '../../shared/adapters/dynamo/dynamo-alert-store.ts';
import { memoryAlertStore } from '../../shared/adapters/memory/memory-alert-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeAlertStore } from './alert-store-contract.ts';

const engine = useEngine();

describeAlertStore('in memory', async () => memoryAlertStore());
describeAlertStore('in DynamoDB', async () => {
  const { alerts } = await engine.freshTables();
  return dynamoAlertStore(engine.dynamo(), alerts);
});
