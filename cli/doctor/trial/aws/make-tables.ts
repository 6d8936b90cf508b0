import { setTimeout as sleep } from 'node:timers/promises';

import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { tableInput } from '../../../../local/storage/create-tables.ts';
import {
  tableDefinitions,
  type TableDefinition,
  type TableKey,
  type TableNames,
} from '../../../../shared/kernel/contract/tables.ts';
import { describeDifferences, describeTable } from '../../table-differences.ts';

const tableKeys = Object.keys(tableDefinitions) as TableKey[];
const pollMs = 500;
const pollsMax = 240;

/** Made in another account than the one that was named: nothing but the first table was asked for. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}

/**
 * Makes every table of Curfew under temporary names, waits until they can be used, turns expiry on where it belongs,
 * and compares what DynamoDB then says with the definitions. Gives the differences. Raises OtherAccountError.
 */
export async function makeTables(
  dynamo: DynamoDBDocumentClient,
  names: TableNames,
  account: string | undefined,
): Promise<readonly string[]> {
  for (const key of tableKeys) {
    const input = { ...tableInput(names[key], tableDefinitions[key]), DeletionProtectionEnabled: false };
    const { TableDescription: made } = await dynamo.send(new CreateTableCommand(input));
    refuseOtherAccount(made, account);
  }
  const differences: string[] = [];
  for (const key of tableKeys) {
    const found = await activeTable(dynamo, names[key]);
    const isProtected = found.DeletionProtectionEnabled === true ? ['deletion protection is on'] : [];
    const texts = [...(await check(dynamo, tableDefinitions[key], found)), ...isProtected];
    differences.push(...texts.map((text) => `${key}: ${text}`));
  }
  return differences;
}

/** The ARN of a table is the first that tells whose account the credentials are of. */
function refuseOtherAccount(made: TableDescription | undefined, account: string | undefined): void {
  const found = made?.TableArn?.split(':')[4];
  if (account !== undefined && found !== account) {
    throw new OtherAccountError(`the credentials are of account ${found ?? 'unknown'}`);
  }
}

async function activeTable(dynamo: DynamoDBDocumentClient, TableName: string): Promise<TableDescription> {
  for (let poll = 1; poll <= pollsMax; poll += 1) {
    // A table that was made a moment ago may not be known everywhere yet.
    const Table = await describeTable(dynamo, TableName);
    const indexes = Table?.GlobalSecondaryIndexes ?? [];
    if (Table?.TableStatus === 'ACTIVE' && indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) {
      return Table;
    }
    await sleep(pollMs);
  }
  throw new Error(`the table ${TableName} was not ready within ${(pollsMax * pollMs) / 1000} seconds`);
}

async function check(
  dynamo: DynamoDBDocumentClient,
  definition: TableDefinition,
  found: TableDescription,
): Promise<readonly string[]> {
  const { TableName } = found;
  const AttributeName = definition.timeToLiveAttribute;
  if (AttributeName === undefined) {
    return describeDifferences(definition, found, undefined);
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName };
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName }));
  return describeDifferences(definition, found, TimeToLiveDescription);
}
