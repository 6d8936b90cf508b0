import { memoryEvidenceChain } from '../../shared/controls/store/memory-controls-stores.ts';
import { dynamoEvidenceChain } from '../../shared/evidence/store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeEvidenceChain } from './evidence-chain-contract.ts';

const engine = useEngine();

describeEvidenceChain('in memory', async () => memoryEvidenceChain());
describeEvidenceChain('in DynamoDB', async () => {
  const { evidence } = await engine.freshTables('evidence');
  return dynamoEvidenceChain(engine.dynamo(), evidence);
});
