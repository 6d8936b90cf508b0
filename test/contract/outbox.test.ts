import { dynamoOutbox } from '../../shared/adapters/dynamo/mail/dynamo-outbox.ts';
import { memoryOutbox } from '../../shared/adapters/memory/mail/memory-mail-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeOutbox } from './outbox-contract.ts';

const engine = useEngine();

describeOutbox('in memory', async () => memoryOutbox());
describeOutbox('in DynamoDB', async () => {
  const { outbox } = await engine.freshTables();
  return dynamoOutbox(engine.dynamo(), outbox);
});
