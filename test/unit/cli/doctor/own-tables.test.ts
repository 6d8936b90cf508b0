import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from 'vitest';

import { ownTablesOnly, StoppedError, tableNamesIn } from '../../../../cli/doctor/trial/aws/own-tables.ts';

const stop = new AbortController();
const nowhere = { endpoint: 'http://127.0.0.1:9', region: 'eu-central-1' };
const dynamo = ownTablesOnly(nowhere, (name) => name.startsWith('own-'), stop.signal);

afterAll(() => dynamo.destroy());

const Item = { id: '1' };
const codeOf = (error: NodeJS.ErrnoException) => error.code;
const put = (TableName: string) => ({ Put: { TableName, Item } });

describe('a client of one’s own tables', () => {
  test.each([
    ['a read', new GetCommand({ TableName: 'curfew-ledger', Key: { id: '1' } })],
    ['a batch', new BatchWriteCommand({ RequestItems: { 'own-a': [], 'curfew-ledger': [{ PutRequest: { Item } }] } })],
    ['a transaction', new TransactWriteCommand({ TransactItems: [put('own-a'), put('curfew-ledger')] })],
    ['a new table', new CreateTableCommand({ TableName: 'curfew-ledger', KeySchema: [], AttributeDefinitions: [] })],
  ])('refuses %s that names another table', async (_what, command) => {
    const sent = dynamo.send(command as GetCommand);

    await expect(sent).rejects.toThrow('not curfew-ledger');
  });

  test('sends what names its own tables, or none', async () => {
    const own = await dynamo.send(new GetCommand({ TableName: 'own-a', Key: { id: '1' } })).catch(codeOf);
    const none = await dynamo.send(new ListTablesCommand({})).catch(codeOf);

    // Sent, and nobody answers there.
    expect([own, none]).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });

  test('sends nothing once somebody wants an end', async () => {
    stop.abort();

    const sent = dynamo.send(new GetCommand({ TableName: 'own-a', Key: { id: '1' } }));

    await expect(sent).rejects.toThrow(StoppedError);
  });
});

test('names of tables are found wherever a request may hold them', () => {
  const names = tableNamesIn({
    TableName: 'a',
    RequestItems: { b: [{ PutRequest: { Item } }] },
    TransactItems: [{ Update: { TableName: 'c' } }, { ConditionCheck: { TableName: 'd' } }],
  });

  expect(names).toEqual(['a', 'b', 'c', 'd']);
});
