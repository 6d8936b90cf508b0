import { dynamoRunStore } from '../../shared/adapters/dynamo/runs/dynamo-run-store.ts';
import { memoryRunStore } from '../../shared/adapters/memory/runs/memory-run-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRunStore } from './run-store-contract.ts';

const engine = useEngine();

describeRunStore('in memory', async () => memoryRunStore());
describeRunStore('in DynamoDB', async () => dynamoRunStore(engine.dynamo(), await engine.freshTables()));
