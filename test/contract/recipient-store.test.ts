import { dynamoRecipientStore } from '../../shared/adapters/dynamo/mail/dynamo-recipient-store.ts';
import { memoryRecipientStore } from '../../shared/adapters/memory/mail/memory-mail-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRecipientStore } from './recipient-store-contract.ts';

const engine = useEngine();

describeRecipientStore('in memory', async () => memoryRecipientStore());
describeRecipientStore('in DynamoDB', async () => {
  const { recipients } = await engine.freshTables();
  return dynamoRecipientStore(engine.dynamo(), recipients);
});
