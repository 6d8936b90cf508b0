import { dynamoRunStore } from '../../shared/kernel/runs/store/dynamo-run-store.ts';
import { memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRunStore } from './run-store-contract.ts';

const engine = useEngine();

describeRunStore('in memory', async () => memoryRunStore());
describeRunStore('in DynamoDB', async () =>
  dynamoRunStore(engine.dynamo(), await engine.freshTables('leases', 'runs')),
);
