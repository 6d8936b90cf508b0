import { dynamoPlanStore } from '../../shared/adapters/dynamo/enforcement/dynamo-plan-store.ts';
import { memoryPlanStore } from '../../shared/adapters/memory/enforcement/memory-enforcement-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describePlanStore } from './plan-store-contract.ts';

const engine = useEngine();

describePlanStore('in memory', async () => memoryPlanStore());
describePlanStore('in DynamoDB', async () => {
  const { plans } = await engine.freshTables();
  return dynamoPlanStore(engine.dynamo(), plans);
});
