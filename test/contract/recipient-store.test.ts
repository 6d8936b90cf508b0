import { dynamoRecipientStore } from '../../shared/mail/store/dynamo-recipient-store.ts';
import { memoryRecipientStore } from '../../shared/mail/store/memory-mail-stores.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeRecipientStore } from './recipient-store-contract.ts';

const engine = useEngine();

describeRecipientStore('in memory', async () => memoryRecipientStore());
describeRecipientStore('in DynamoDB', async () => {
  const { recipients } = await engine.freshTables('recipients');
  return dynamoRecipientStore(engine.dynamo(), recipients);
});
