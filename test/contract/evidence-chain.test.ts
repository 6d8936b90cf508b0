import { dynamoEvidenceChain } from '../../shared/adapters/dynamo/controls/dynamo-evidence-chain.ts';
import { memoryEvidenceChain } from '../../shared/adapters/memory/controls/memory-controls-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeEvidenceChain } from './evidence-chain-contract.ts';

const engine = useEngine();

describeEvidenceChain('in memory', async () => memoryEvidenceChain());
describeEvidenceChain('in DynamoDB', async () => {
  const { evidence } = await engine.freshTables();
  return dynamoEvidenceChain(engine.dynamo(), evidence);
});
