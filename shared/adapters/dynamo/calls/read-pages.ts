import {
  QueryCommand,
  ScanCommand,
  type DynamoDBDocumentClient,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from '../items/stored-item.ts';

/** At 1 MB a page this is 10 GB: more is a mistake, not a table of ours. */
const pagesMax = 10_000;

interface Page {
  readonly Items?: readonly Item[] | undefined;
  readonly LastEvaluatedKey?: Item | undefined;
}

/** All items of a query, page by page until the last; `countMax` ends it earlier. */
export async function queryAll(
  dynamo: DynamoDBDocumentClient,
  input: QueryCommandInput & { readonly TableName: string },
  countMax = Infinity,
): Promise<readonly Item[]> {
  const limit = Number.isFinite(countMax) ? { Limit: Math.max(1, countMax) } : {};
  return readPages(
    async (ExclusiveStartKey) => dynamo.send(new QueryCommand({ ...input, ...limit, ExclusiveStartKey })),
    { table: input.TableName, countMax },
  );
}

/** The same, a page at a time as they are asked for, so that not all of them are in memory. */
export async function* queryEach(
  dynamo: DynamoDBDocumentClient,
  input: QueryCommandInput & { readonly TableName: string },
  countMax = Infinity,
): AsyncIterable<Item> {
  const limit = Number.isFinite(countMax) ? { Limit: Math.max(1, countMax) } : {};
  let left = countMax;
  let ExclusiveStartKey: Item | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await dynamo.send(new QueryCommand({ ...input, ...limit, ExclusiveStartKey }));
    const items = page.Items ?? [];
    yield* items.slice(0, left);
    left -= items.length;
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (ExclusiveStartKey === undefined || left <= 0) {
      return;
    }
  }
  throw new Error(`table ${input.TableName} has no end after ${pagesMax} pages`);
}

/** All items under one value of the key `part`, for tables that hold several kinds of items. */
export async function queryPart(dynamo: DynamoDBDocumentClient, table: string, part: string): Promise<readonly Item[]> {
  return queryAll(dynamo, {
    TableName: table,
    ConsistentRead: true,
    KeyConditionExpression: 'part = :part',
    ExpressionAttributeValues: { ':part': part },
  });
}

/** All items of a table. */
export async function scanAll(
  dynamo: DynamoDBDocumentClient,
  input: ScanCommandInput & { readonly TableName: string },
): Promise<readonly Item[]> {
  return readPages(async (ExclusiveStartKey) => dynamo.send(new ScanCommand({ ...input, ExclusiveStartKey })), {
    table: input.TableName,
    countMax: Infinity,
  });
}

/** The same, a page at a time as they are asked for, so that not all of them are in memory. */
export async function* scanEach(
  dynamo: DynamoDBDocumentClient,
  input: ScanCommandInput & { readonly TableName: string },
): AsyncIterable<Item> {
  let ExclusiveStartKey: Item | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await dynamo.send(new ScanCommand({ ...input, ExclusiveStartKey }));
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
    if (ExclusiveStartKey === undefined) {
      return;
    }
  }
  throw new Error(`table ${input.TableName} has no end after ${pagesMax} pages`);
}

/** A page may be empty and still not be the last: only a missing LastEvaluatedKey ends the reading. */
async function readPages(
  readPage: (startKey: Item | undefined) => Promise<Page>,
  { table, countMax }: { readonly table: string; readonly countMax: number },
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let startKey: Item | undefined;
  for (let pages = 0; items.length < countMax; pages += 1) {
    if (pages === pagesMax) {
      throw new Error(`table ${table} has no end after ${pagesMax} pages`);
    }
    const page = await readPage(startKey);
    items.push(...(page.Items ?? []));
    startKey = page.LastEvaluatedKey;
    if (startKey === undefined) {
      break;
    }
  }
  return items.slice(0, countMax);
}
