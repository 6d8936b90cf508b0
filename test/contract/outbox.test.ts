import { dynamoOutbox } from '../../shared/mail/store/dynamo-outbox.ts';
import { memoryOutbox } from '../../shared/mail/store/memory-mail-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeOutbox } from './outbox-contract.ts';

const engine = useEngine();

describeOutbox('in memory', async () => memoryOutbox());
describeOutbox('in DynamoDB', async () => {
  const { outbox } = await engine.freshTables('outbox');
  return dynamoOutbox(engine.dynamo(), outbox);
});
