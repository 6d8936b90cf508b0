import { memoryPlanStore } from '../../shared/enforcement/memory-store.ts';
import { dynamoPlanStore } from '../../shared/enforcement/store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describePlanStore } from './plan-store-contract.ts';

const engine = useEngine();

describePlanStore('in memory', async () => memoryPlanStore());
describePlanStore('in DynamoDB', async () => {
  const { plans } = await engine.freshTables('plans');
  return dynamoPlanStore(engine.dynamo(), plans);
});
