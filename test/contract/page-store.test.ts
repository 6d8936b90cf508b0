import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';

import { dynamoPageStore, KeptRosterPage } from '../../shared/kernel/runs/store/dynamo-page-store.ts';
import { memoryPageStore } from '../../shared/kernel/runs/store/memory-page-store.ts';
import { countingClient } from '../support/counting-client.ts';
import { useEngine } from '../support/test-engine.ts';
import { describePageStore } from './page-store-contract.ts';

const engine = useEngine();
const clock = { now: () => Date.parse('2026-03-15T02:30:00Z') };

async function aPageStore() {
  const { pages: table } = await engine.freshTables('pages');
  return { table, pageStore: dynamoPageStore(engine.dynamo(), { table, schema: KeptRosterPage, clock }) };
}

describePageStore('in memory', async () => memoryPageStore());
describePageStore('in DynamoDB', async () => (await aPageStore()).pageStore);

test('a page of which a part only was written is not there, and the one before is the last', async () => {
  const { table, pageStore } = await aPageStore();
  await pageStore.put('list', 1, [{ users: [], unreadable: 0, next: 'a' }]);
  const Item = { listId: 'list', place: '000002/0000', pieces: 2, text: 'H4sI', goneAfter: 1 };
  await engine.dynamo().send(new PutCommand({ TableName: table, Item }));

  expect(await pageStore.last('list')).toMatchObject({ number: 1, page: { next: 'a' } });
});

test('a list of which a page in the middle is missing is not read as if it were whole', async () => {
  const { pageStore } = await aPageStore();
  await pageStore.put('list', 1, [{ users: [], unreadable: 0, next: 'a' }]);
  await pageStore.put('list', 3, [{ users: [], unreadable: 0 }]);

  await expect(Array.fromAsync(pageStore.read('list'))).rejects.toThrow(/page 2 .*missing/u);
});

test('a list is read with as many queries as it has megabytes, and not one a page', async () => {
  const { table } = await aPageStore();
  const { client, count } = countingClient(engine.dynamo);
  const pageStore = dynamoPageStore(client, { table, schema: KeptRosterPage, clock });
  for (const number of [1, 11, 21]) {
    await pageStore.put(
      'list',
      number,
      Array.from({ length: 10 }, () => ({ users: [], unreadable: 0 })),
    );
  }

  expect(await Array.fromAsync(pageStore.read('list'))).toHaveLength(30);
  expect(count(/Query/)).toBe(1);
});
