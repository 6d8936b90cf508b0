import { DescribeContinuousBackupsCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import {
  tableDefinitions,
  type TableDefinition,
  type TableKey,
  type TableNames,
} from '../../shared/kernel/contract/tables.ts';
import { failed, ok, warning, type CheckResult } from './check.ts';
import { describeDifferences, describeTable } from './table-differences.ts';

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
