import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { restoreTable } from '../../cli/restore/restore-table.ts';
import { clientOptions } from '../../shared/kernel/client-options.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();
const policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ Sid: 'OnlyItsFunctionsWrite', Effect: 'Deny' }] });

/** The policy that the table has; the engine itself knows of none. */
let inForce: string | undefined;
/** So many writes are refused after the policy is gone, as AWS takes a moment everywhere. */
let refusals = 0;
let dynamo: DynamoDBClient;
let calls: string[];

beforeEach(() => {
  [inForce, refusals, calls] = [policy, 0, []];
  dynamo = new DynamoDBClient(clientOptions({ endpoint: engine.endpoint() }));
  dynamo.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        calls.push(commandName);
        const answer = (output: object) => ({ output: { $metadata: {}, ...output }, response: {} }) as never;
        switch (commandName) {
          case 'GetResourcePolicyCommand':
            return inForce === undefined
              ? Promise.reject(Object.assign(new Error('none'), { name: 'PolicyNotFoundException' }))
              : answer({ Policy: inForce });
          case 'DeleteResourcePolicyCommand':
            inForce = undefined;
            return answer({});
          case 'PutResourcePolicyCommand':
            inForce = (args.input as { readonly Policy: string }).Policy;
            return answer({});
          case 'BatchWriteItemCommand':
            if (inForce !== undefined || refusals-- > 0) {
              throw Object.assign(new Error('denied by the policy'), { name: 'AccessDeniedException' });
            }
            return next(args);
          default:
            return next(args);
        }
      },
    { step: 'initialize' },
  );
});
afterEach(() => dynamo.destroy());

async function aTableAndItsCopy() {
  const [tables, copies] = [await engine.freshTables(), await engine.freshTables()];
  const item = (user: string, used: number) => ({
    day: { S: '2026-03-01' },
    userId: { S: user },
    used: { N: String(used) },
  });
  const put = async (TableName: string, Item: ReturnType<typeof item>) =>
    new DynamoDBClient(clientOptions({ endpoint: engine.endpoint() })).send(new PutItemCommand({ TableName, Item }));
  for (let index = 0; index < 60; index += 1) {
    await put(copies.ledger, item(`u-${index}`, index));
  }
  await put(tables.ledger, item('u-1', 999));
  await put(tables.ledger, item('u-later', 5));
  return { table: tables.ledger, from: copies.ledger, other: copies.budgets };
}

test('every item of the copy stands in the table, what came since stays, and the policy is back', async () => {
  const { table, from } = await aTableAndItsCopy();
  refusals = 2;

  const restored = await restoreTable({ dynamo, table, from, retryMs: 1 });

  const { Items = [] } = await dynamo.send(new ScanCommand({ TableName: table }));
  expect(restored).toEqual({ items: 60, hasPolicy: true });
  expect(Items).toHaveLength(61);
  expect(Items.find(({ userId }) => userId?.S === 'u-1')?.['used']).toEqual({ N: '1' });
  expect(inForce).toBe(policy);
});

test('the policy is back also where the items cannot be put', async () => {
  const { table, from } = await aTableAndItsCopy();
  refusals = Number.POSITIVE_INFINITY;

  await expect(restoreTable({ dynamo, table, from, retryMs: 1 })).rejects.toThrow('denied by the policy');

  expect(inForce).toBe(policy);
});

test('a table of other keys is no copy: nothing is changed, and the policy is never off', async () => {
  const { table, other } = await aTableAndItsCopy();

  await expect(restoreTable({ dynamo, table, from: other })).rejects.toThrow(/is no copy of it\. Nothing was changed/u);

  expect(calls).not.toContain('DeleteResourcePolicyCommand');
});

test('a table without a policy gets none', async () => {
  const { table, from } = await aTableAndItsCopy();
  inForce = undefined;

  expect(await restoreTable({ dynamo, table, from })).toEqual({ items: 60, hasPolicy: false });
  expect(inForce).toBeUndefined();
});
