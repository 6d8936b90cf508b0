import { dynamoControlsDecisionStore } from '../../shared/controls/store/dynamo-controls-decision-store.ts';
import { memoryControlsDecisionStore } from '../../shared/controls/store/memory-controls-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeControlsDecisionStore } from './controls-decision-store-contract.ts';

const engine = useEngine();

describeControlsDecisionStore('in memory', async () => memoryControlsDecisionStore());
describeControlsDecisionStore('in DynamoDB', async () => {
  const { controls } = await engine.freshTables('controls');
  return dynamoControlsDecisionStore(engine.dynamo(), controls);
});
