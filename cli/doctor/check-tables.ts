import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
  type TableDescription,
  type TimeToLiveDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { streamViews } from '../../local/storage/create-tables.ts';
import {
  type TableDefinition,
  tableDefinitions,
  type TableKey,
  type TableNames,
} from '../../shared/kernel/contract/tables.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

const keysAlone = 'keys alone';

/** What differs between a table's definition and DynamoDB's description of it; a phrase each. */
export function describeDifferences(
  definition: TableDefinition,
  found: TableDescription,
  timeToLive: TimeToLiveDescription | undefined,
): readonly string[] {
  const { partitionKey, sortKey, sparseIndex, stream, timeToLiveAttribute } = definition;
  const index = found.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === sparseIndex?.name);
  const view = found.StreamSpecification?.StreamViewType;
  const expiry = timeToLive?.TimeToLiveStatus?.startsWith('ENABL') === true ? timeToLive.AttributeName : undefined;
  return [
    ...differs('keys', keysOf(found.KeySchema), keyText(partitionKey, sortKey)),
    ...(sparseIndex === undefined
      ? []
      : [
          ...differs('index', keysOf(index?.KeySchema), keyText(sparseIndex.partitionKey, sparseIndex.sortKey)),
          ...differs('what the index shows', shownBy(index), sparseIndex.shows?.toSorted().join(', ') ?? keysAlone),
        ]),
    ...(stream === undefined ? [] : differs('stream', view, streamViews[stream])),
    ...differs('expiry', expiry, timeToLiveAttribute),
  ];
}

function differs(what: string, is: string | undefined, shouldBe: string | undefined): readonly string[] {
  return is === shouldBe ? [] : [`${what}: ${is ?? 'none'} where ${shouldBe ?? 'none'} was asked for`];
}

function keyText(partitionKey: string, sortKey: string | undefined): string {
  return sortKey === undefined ? partitionKey : `${partitionKey}, ${sortKey}`;
}

function shownBy(index: GlobalSecondaryIndexDescription | undefined): string | undefined {
  const { ProjectionType, NonKeyAttributes } = index?.Projection ?? {};
  return ProjectionType === 'KEYS_ONLY' ? keysAlone : (NonKeyAttributes?.toSorted().join(', ') ?? ProjectionType);
}

function keysOf(schema: TableDescription['KeySchema']): string | undefined {
  return schema?.map(({ AttributeName }) => AttributeName).join(', ');
}

/** A table as the service knows it; undefined when it does not. */
export async function describeTable(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
): Promise<TableDescription | undefined> {
  try {
    return (await dynamo.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      return undefined;
    }
    throw error;
  }
}

interface Tables {
  readonly dynamo: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

/**
 * Compares every table with its definition: key, index, stream; in AWS also expiry, recovery to any moment and
 * protection from deletion, which the engine of one machine does not have.
 */
export async function checkTables(on: Tables, { isDeployed }: { readonly isDeployed: boolean }): Promise<CheckResult> {
  const faults: string[] = [];
  const weak: string[] = [];
  for (const [key, definition] of Object.entries(tableDefinitions) as [TableKey, TableDefinition][]) {
    const found = await describeTable(on.dynamo, on.tables[key]);
    if (found === undefined) {
      faults.push(`${key} is not there (${on.tables[key]})`);
      continue;
    }
    const { timeToLiveAttribute: _expiry, ...withoutExpiry } = definition;
    const wanted = isDeployed ? definition : withoutExpiry;
    const differences = describeDifferences(wanted, found, isDeployed ? await expiryOf(on, key) : undefined);
    faults.push(...differences.map((text) => `${key}: ${text}`));
    weak.push(...(isDeployed ? await weaknessesOf(on, key, found.DeletionProtectionEnabled) : []));
  }
  const count = Object.keys(tableDefinitions).length;
  if (faults.length > 0) {
    return failed(
      faults.join('; '),
      isDeployed ? 'npm run deploy makes them as they are defined' : 'check AWS_ENDPOINT_URL_DYNAMODB, then npm start',
    );
  }
  return weak.length === 0
    ? ok([`${count} tables`])
    : warning(weak.join('; '), 'npm run deploy turns it on; find out who turned it off');
}

async function expiryOf({ dynamo, tables }: Tables, key: TableKey) {
  const isExpiring = 'timeToLiveAttribute' in tableDefinitions[key];
  return isExpiring
    ? (await dynamo.send(new DescribeTimeToLiveCommand({ TableName: tables[key] }))).TimeToLiveDescription
    : undefined;
}

async function weaknessesOf(
  { dynamo, tables }: Tables,
  key: TableKey,
  isProtected: boolean | undefined,
): Promise<readonly string[]> {
  const recovery = await recoveryOf(dynamo, tables[key]);
  return [
    ...(recovery !== 'DISABLED' ? [] : [`${key}: point-in-time recovery is off`]),
    ...(isProtected === true ? [] : [`${key}: deletion protection is off`]),
  ];
}

/** Undefined where DynamoDB is not that of AWS, and knows of no such thing. */
async function recoveryOf(dynamo: DynamoDBDocumentClient, TableName: string): Promise<string | undefined> {
  try {
    const { ContinuousBackupsDescription: found } = await dynamo.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    return found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus ?? 'DISABLED';
  } catch (error) {
    if (error instanceof Error && error.name === 'UnknownOperationException') {
      return undefined;
    }
    throw error;
  }
}
