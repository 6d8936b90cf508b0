import {
  QueryCommand,
  ScanCommand,
  type DynamoDBDocumentClient,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';

import type { Item } from './stored-item.ts';

/** 10 GB at 1 MB a page: more is a bug. */
const pagesMax = 10_000;

/** All items of a query, or the first `countMax`. */
export async function queryAll(
  dynamo: DynamoDBDocumentClient,
  input: QueryCommandInput & { readonly TableName: string },
  countMax = Infinity,
): Promise<readonly Item[]> {
  return (await Array.fromAsync(queryPages(dynamo, input, countMax))).flat();
}

/** The same, page by page, so that not all items are in memory. */
export async function* queryEach(
  dynamo: DynamoDBDocumentClient,
  input: QueryCommandInput & { readonly TableName: string },
  countMax = Infinity,
): AsyncIterable<Item> {
  for await (const items of queryPages(dynamo, input, countMax)) {
    yield* items;
  }
}

/** A condition on the sort key; `#sort` stands for its name. */
interface SortRange {
  readonly sort: string;
  readonly test: string;
  readonly values: Readonly<Record<`:${string}`, string>>;
}

/** The query of one partition, such as `{ part: 'alarm' }`, or of a range in it. */
export function itemsUnder(TableName: string, partition: Readonly<Record<string, string>>, range?: SortRange) {
  const [[name, value] = []] = Object.entries(partition);
  return {
    TableName,
    ConsistentRead: true,
    KeyConditionExpression: `#partition = :partition${range === undefined ? '' : ` AND ${range.test}`}`,
    ExpressionAttributeNames: { '#partition': name ?? '', ...(range !== undefined && { '#sort': range.sort }) },
    ExpressionAttributeValues: { ':partition': value, ...range?.values },
  };
}

/** All items under one value of the key `part`, for tables with several kinds of items. */
export async function queryPart(dynamo: DynamoDBDocumentClient, table: string, part: string): Promise<readonly Item[]> {
  return queryAll(dynamo, itemsUnder(table, { part }));
}

export async function scanAll(
  dynamo: DynamoDBDocumentClient,
  input: ScanCommandInput & { readonly TableName: string },
): Promise<readonly Item[]> {
  return (await Array.fromAsync(scanPages(dynamo, input))).flat();
}

/** The same, page by page, so that not all items are in memory. */
export async function* scanEach(
  dynamo: DynamoDBDocumentClient,
  input: ScanCommandInput & { readonly TableName: string },
): AsyncIterable<Item> {
  for await (const items of scanPages(dynamo, input)) {
    yield* items;
  }
}

function queryPages(
  dynamo: DynamoDBDocumentClient,
  input: QueryCommandInput & { readonly TableName: string },
  countMax: number,
): AsyncGenerator<readonly Item[]> {
  const limit = Number.isFinite(countMax) ? { Limit: Math.max(1, countMax) } : {};
  return readPages(
    async (ExclusiveStartKey) => dynamo.send(new QueryCommand({ ...input, ...limit, ExclusiveStartKey })),
    { table: input.TableName, countMax },
  );
}

function scanPages(
  dynamo: DynamoDBDocumentClient,
  input: ScanCommandInput & { readonly TableName: string },
): AsyncGenerator<readonly Item[]> {
  return readPages(async (ExclusiveStartKey) => dynamo.send(new ScanCommand({ ...input, ExclusiveStartKey })), {
    table: input.TableName,
    countMax: Infinity,
  });
}

/** A page may be empty without being the last: only a missing LastEvaluatedKey ends the reading. */
async function* readPages(
  readPage: (
    startKey: Item | undefined,
  ) => Promise<{ readonly Items?: readonly Item[] | undefined; readonly LastEvaluatedKey?: Item | undefined }>,
  { table, countMax }: { readonly table: string; readonly countMax: number },
): AsyncGenerator<readonly Item[]> {
  let left = countMax;
  let startKey: Item | undefined;
  for (let pages = 0; left > 0; pages += 1) {
    if (pages === pagesMax) {
      throw new Error(`table ${table} has no end after ${pagesMax} pages`);
    }
    const { Items = [], LastEvaluatedKey } = await readPage(startKey);
    yield Items.slice(0, left);
    left -= Items.length;
    startKey = LastEvaluatedKey;
    if (startKey === undefined) {
      return;
    }
  }
}
