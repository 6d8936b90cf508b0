import { dynamoLedgerStore } from '../../shared/adapters/dynamo/enforcement/dynamo-ledger-store.ts';
import { memoryLedgerStore } from '../../shared/adapters/memory/enforcement/memory-ledger-store.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeLedgerStore } from './ledger-store-contract.ts';

const engine = useEngine();

describeLedgerStore('in memory', async () => memoryLedgerStore());
describeLedgerStore('in DynamoDB', async () => {
  const { ledger } = await engine.freshTables();
  return dynamoLedgerStore(engine.dynamo(), ledger);
});
