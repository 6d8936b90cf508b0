import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteResourcePolicyCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  PutResourcePolicyCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';

import { tablePolicyOf } from '../../shared/kernel/store/create-dynamo.ts';
import { CommandError } from '../frame/command-error.ts';

type TableItem = Record<string, AttributeValue>;

interface RestoreTerms {
  readonly dynamo: DynamoDBClient;
  /** The table that gets the items, and that which has them. */
  readonly table: string;
  readonly from: string;
  /** How long to wait after a refusal that the policy which is gone still explains. */
  readonly retryMs?: number;
}

/** DynamoDB takes so many puts, and gives so many items, in one call. */
const putsPerCall = 25;
const triesMax = 12;
const retryMsUsual = 5_000;

/**
 * Copies every item of one table into another whose policy refuses that: takes the policy away, puts the items, puts the
 * policy back, also after a failure, and reads everything again. Items that are there and not in the copy stay. Raises
 * CommandError, and what DynamoDB answers.
 */
export async function restoreTable({ retryMs = retryMsUsual, ...terms }: RestoreTerms): Promise<{
  readonly items: number;
  /** Whether the table has a policy, which was off meanwhile and is back. */
  readonly hasPolicy: boolean;
}> {
  const { dynamo, table, from } = terms;
  const [target, source] = [await described(dynamo, table), await described(dynamo, from)];
  if (!isDeepStrictEqual(keysOf(target), keysOf(source))) {
    throw new CommandError(`${from} has other keys than ${table}: it is no copy of it. Nothing was changed`);
  }
  const ResourceArn = target.TableArn ?? '';
  const policy = await tablePolicyOf(dynamo, ResourceArn);
  if (policy !== undefined) {
    await dynamo.send(new DeleteResourcePolicyCommand({ ResourceArn }));
  }
  let items: number;
  try {
    items = await copied(terms, retryMs);
  } finally {
    if (policy !== undefined) {
      await dynamo.send(new PutResourcePolicyCommand({ ResourceArn, Policy: policy }));
    }
  }
  const isBack = isDeepStrictEqual(parsed(await tablePolicyOf(dynamo, ResourceArn)), parsed(policy));
  if (!isBack) {
    throw new CommandError(`The policy of ${table} is not as it was: npm run deploy -- --revert-drift puts it back`);
  }
  await verify(terms, keysOf(target));
  return { items, hasPolicy: policy !== undefined };
}

async function described(dynamo: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
  if (Table?.TableStatus !== 'ACTIVE') {
    throw new CommandError(`The table ${TableName} is not ready: ${Table?.TableStatus ?? 'nothing is known of it'}`);
  }
  return Table;
}

function keysOf({ KeySchema = [] }: TableDescription): readonly string[] {
  return KeySchema.map(({ AttributeName = '' }) => AttributeName);
}

function parsed(policy: string | undefined): unknown {
  return policy === undefined ? undefined : JSON.parse(policy);
}

async function copied({ dynamo, table, from }: RestoreTerms, retryMs: number): Promise<number> {
  let count = 0;
  for await (const items of pagesOf(dynamo, from)) {
    for (const batch of inBatches(items)) {
      await put(dynamo, { [table]: batch.map((Item) => ({ PutRequest: { Item } })) }, retryMs);
    }
    count += items.length;
  }
  return count;
}

/** What DynamoDB puts off is sent again; so is what it refuses until the policy is gone everywhere. */
async function put(
  dynamo: DynamoDBClient,
  requests: NonNullable<BatchWriteItemCommand['input']['RequestItems']>,
  retryMs: number,
): Promise<void> {
  let left = requests;
  for (let tries = 1; Object.keys(left).length > 0; tries += 1) {
    try {
      left = (await dynamo.send(new BatchWriteItemCommand({ RequestItems: left }))).UnprocessedItems ?? {};
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AccessDeniedException') || tries >= triesMax) {
        throw error;
      }
    }
    if (Object.keys(left).length > 0) {
      if (tries >= triesMax) {
        throw new CommandError('DynamoDB puts writes off again and again; the same command goes on from here');
      }
      await sleep(retryMs);
    }
  }
}

/** Raises CommandError where the table does not hold what the copy has. */
async function verify({ dynamo, table, from }: RestoreTerms, keys: readonly string[]): Promise<void> {
  const keyOf = (item: TableItem): TableItem =>
    Object.fromEntries(keys.map((key) => [key, item[key] ?? { NULL: true }]));
  const nameOf = (item: TableItem): string => JSON.stringify(keyOf(item));
  for await (const items of pagesOf(dynamo, from)) {
    for (const batch of inBatches(items)) {
      const found = new Map<string, TableItem>();
      let left: NonNullable<BatchGetItemCommand['input']['RequestItems']> = {
        [table]: { Keys: batch.map(keyOf), ConsistentRead: true },
      };
      for (let tries = 0; Object.keys(left).length > 0 && tries < triesMax; tries += 1) {
        const { Responses = {}, UnprocessedKeys = {} } = await dynamo.send(
          new BatchGetItemCommand({ RequestItems: left }),
        );
        (Responses[table] ?? []).forEach((item) => found.set(nameOf(item), item));
        left = UnprocessedKeys;
      }
      const wrong = batch.find((item) => !isDeepStrictEqual(found.get(nameOf(item)), item));
      if (wrong !== undefined) {
        throw new CommandError(
          `${table} does not hold what ${from} has under ${nameOf(wrong)}: does something still write to it? Stop all runs, then the same command again`,
        );
      }
    }
  }
}

async function* pagesOf(client: DynamoDBClient, TableName: string): AsyncGenerator<readonly TableItem[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    yield Items;
  }
}

function inBatches(items: readonly TableItem[]): readonly (readonly TableItem[])[] {
  return Array.from({ length: Math.ceil(items.length / putsPerCall) }, (_each, index) =>
    items.slice(index * putsPerCall, (index + 1) * putsPerCall),
  );
}
