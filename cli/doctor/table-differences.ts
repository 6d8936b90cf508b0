import {
  type GlobalSecondaryIndexDescription,
  type TableDescription,
  type TimeToLiveDescription,
  DescribeTableCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { streamViews } from '../../local/storage/create-tables.ts';
import type { TableDefinition } from '../../shared/kernel/contract/tables.ts';

const keysAlone = 'keys alone';

/** What differs between a table as it is said to be and as DynamoDB describes it; a phrase each, none when it is right. */
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
