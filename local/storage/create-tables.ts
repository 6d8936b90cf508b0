import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type KeySchemaElement,
  ListTablesCommand,
  type Projection,
  ResourceInUseException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import {
  type SparseIndex,
  type TableDefinition,
  tableDefinitions,
  type TableKey,
  type TableNames,
} from '../../shared/kernel/contract/tables.ts';

/** Existing tables are missing; none was created instead. */
export class TablesMissingError extends Error {
  override readonly name = 'TablesMissingError';
}

const tableKeys = Object.keys(tableDefinitions) as TableKey[];

export function localTableNames(prefix = 'curfew-'): TableNames {
  return Object.fromEntries(tableKeys.map((key) => [key, `${prefix}${key}`])) as TableNames;
}

/**
 * Creates missing tables in the embedded engine, where items never expire. `isFollowed`: their streams are read. Throws
 * TablesMissingError, and creates none, when one of `made` is missing.
 */
export async function createTables(
  dynamo: DynamoDBDocumentClient,
  names: TableNames,
  { isFollowed = true, made = [] }: { readonly isFollowed?: boolean; readonly made?: readonly string[] } = {},
): Promise<void> {
  // Usually all exist, which one call shows.
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  const lost = tableKeys.filter((key) => made.includes(key) && !TableNames.includes(names[key]));
  if (lost.length > 0) {
    throw new TablesMissingError(`has lost ${lost.length === made.length ? 'all its tables' : lost.join(', ')}`);
  }
  const inputs = tableKeys.map((key) => tableInput(names[key], tableDefinitions[key]));
  for (const input of inputs.filter(({ TableName = '' }) => !TableNames.includes(TableName))) {
    await createTable(dynamo, input);
  }
  if (isFollowed) {
    const known = inputs.filter(({ TableName = '' }) => TableNames.includes(TableName));
    const followed = known.filter(({ StreamSpecification }) => StreamSpecification !== undefined);
    await Promise.all(followed.map(async (input) => followChanges(dynamo, input)));
  }
}

/** A concurrent process may create the same table. */
async function createTable(dynamo: DynamoDBDocumentClient, input: CreateTableCommandInput): Promise<void> {
  try {
    await dynamo.send(new CreateTableCommand(input));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) {
      throw error;
    }
  }
}

/** Tables of earlier versions may lack their stream. */
async function followChanges(
  dynamo: DynamoDBDocumentClient,
  { TableName, StreamSpecification }: CreateTableCommandInput,
): Promise<void> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled !== true) {
    await dynamo.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  }
}

export const streamViews = { images: 'NEW_AND_OLD_IMAGES', keys: 'KEYS_ONLY' } as const;

export function tableInput(TableName: string, definition: TableDefinition): CreateTableCommandInput {
  const { partitionKey, sortKey, sparseIndex, stream } = definition;
  const keyNames = [partitionKey, sortKey, sparseIndex?.partitionKey, sparseIndex?.sortKey];
  const attributes = new Set(keyNames.filter((name) => name !== undefined));
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(partitionKey, sortKey),
    StreamSpecification:
      stream === undefined ? undefined : { StreamEnabled: true, StreamViewType: streamViews[stream] },
    GlobalSecondaryIndexes:
      sparseIndex === undefined
        ? undefined
        : [
            {
              IndexName: sparseIndex.name,
              KeySchema: keySchema(sparseIndex.partitionKey, sparseIndex.sortKey),
              Projection: projectionOf(sparseIndex),
            },
          ],
  };
}

function projectionOf({ shows }: SparseIndex): Projection {
  return shows === undefined
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...shows] };
}

function keySchema(partitionKey: string, sortKey: string | undefined): KeySchemaElement[] {
  const partition: KeySchemaElement = { AttributeName: partitionKey, KeyType: 'HASH' };
  return sortKey === undefined ? [partition] : [partition, { AttributeName: sortKey, KeyType: 'RANGE' }];
}
