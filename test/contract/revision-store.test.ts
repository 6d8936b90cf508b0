import { dynamoRevisionStore } from '../../shared/controls/store/dynamo-revision-store.ts';
import { memoryRevisionStore } from '../../shared/controls/store/memory-controls-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRevisionStore } from './revision-store-contract.ts';

const engine = useEngine();

describeRevisionStore('in memory', async () => memoryRevisionStore());
describeRevisionStore('in DynamoDB', async () => {
  const { revisions } = await engine.freshTables('revisions');
  return dynamoRevisionStore(engine.dynamo(), revisions);
});
