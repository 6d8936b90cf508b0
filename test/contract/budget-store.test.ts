import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { memoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import { dynamoBudgetStore } from '../../shared/budgets/store.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { useEngine } from '../support/test-engine.ts';
import { describeBudgetStore, type BudgetBench } from './budget-store-contract.ts';

const engine = useEngine();

async function dynamoBench(): Promise<BudgetBench> {
  const tables = await engine.freshTables('budgets', 'versions', 'journal');
  const dynamo = engine.dynamo();
  return {
    store: dynamoBudgetStore(dynamo, tables),
    journal: dynamoJournal(dynamo, tables.journal),
    async writeByHand(row) {
      await dynamo.send(new PutCommand({ TableName: tables.budgets, Item: row }));
    },
    async removeByHand(Key) {
      await dynamo.send(new DeleteCommand({ TableName: tables.budgets, Key }));
    },
  };
}

describeBudgetStore('in memory', async () => {
  const journal = memoryJournal();
  const store = memoryBudgetStore(journal);
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
describeBudgetStore('in DynamoDB', dynamoBench);

test('a number that JavaScript cannot hold is reported like any other bad amount', async () => {
  const bench = await dynamoBench();
  await bench.writeByHand({ scope: 'org', window: 'month', amount: 123_456_789_012_345_678_901_234n });

  const { invalid } = await bench.store.list();

  expect(invalid).toMatchObject([{ scope: 'org', window: 'month', problem: expect.stringContaining('is too large') }]);
});

test('a set of thresholds, as tools for tables offer it, is read as a list', async () => {
  const bench = await dynamoBench();
  await bench.writeByHand({ scope: 'org', window: 'month', amount: 5, thresholds: new Set([100, 50]) });

  const { budgets } = await bench.store.list();

  expect(budgets).toMatchObject([{ thresholds: [50, 100] }]);
});
