import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

import { memoryGrantStore } from '../../shared/grants/memory-store.ts';
import { dynamoGrantStore } from '../../shared/grants/store.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeGrantStore } from './grant-store-contract.ts';

const engine = useEngine();

describeGrantStore('in memory', async () => {
  const journal = memoryJournal();
  const store = memoryGrantStore(journal);
  return {
    store,
    journal,
    async writeByHand(row) {
      store.writeByHand(row);
    },
    async removeByHand(key) {
      store.removeByHand(key);
    },
  };
});

describeGrantStore('in DynamoDB', async () => {
  const tables = await engine.freshTables('grants', 'versions', 'journal');
  const dynamo = engine.dynamo();
  return {
    store: dynamoGrantStore(dynamo, tables),
    journal: dynamoJournal(dynamo, tables.journal),
    async writeByHand(row) {
      await dynamo.send(new PutCommand({ TableName: tables.grants, Item: row }));
    },
    async removeByHand({ kind, id }) {
      await dynamo.send(new DeleteCommand({ TableName: tables.grants, Key: { kind, id } }));
    },
  };
});
