import { setTimeout as sleep } from 'node:timers/promises';

import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  ListTablesCommand,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { tableInput } from '../../../../local/storage/create-tables.ts';
import {
  type TableDefinition,
  tableDefinitions,
  type TableKey,
  type TableNames,
} from '../../../../shared/kernel/contract/tables.ts';
import { describeDifferences, describeTable } from '../../check-tables.ts';
import { failed, ok } from '../../check.ts';
import type { TrialCheck } from '../open-work.ts';
import { provesConditions, provesExpiry, provesFencing, provesTransactions } from './prove-stores.ts';

const tableKeys = Object.keys(tableDefinitions) as TableKey[];
const pollMs = 500;
const pollsMax = 240;

/**
 * Makes every table of Curfew under temporary names, waits until they can be used, turns expiry on where it belongs,
 * and compares what DynamoDB then says with the definitions.
 */
async function makeTables(
  dynamo: DynamoDBDocumentClient,
  names: TableNames,
  account: string | undefined,
): Promise<{
  /** That of the credentials, where it is not the one that was named: nothing but the first table was made there. */
  readonly otherAccount?: string;
  /** Between the tables as DynamoDB describes them and their definitions. */
  readonly differences?: readonly string[];
}> {
  for (const key of tableKeys) {
    const input = { ...tableInput(names[key], tableDefinitions[key]), DeletionProtectionEnabled: false };
    const { TableDescription: made } = await dynamo.send(new CreateTableCommand(input));
    // The ARN of a table is the first that tells whose account the credentials are of.
    const found = made?.TableArn?.split(':')[4] ?? 'unknown';
    if (account !== undefined && found !== account) {
      return { otherAccount: found };
    }
  }
  const differences: string[] = [];
  for (const key of tableKeys) {
    const found = await activeTable(dynamo, names[key]);
    const isProtected = found.DeletionProtectionEnabled === true ? ['deletion protection is on'] : [];
    const texts = [...(await check(dynamo, tableDefinitions[key], found)), ...isProtected];
    differences.push(...texts.map((text) => `${key}: ${text}`));
  }
  return { differences };
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

const tableCount = Object.keys(tableDefinitions).length;

/** What an account must be able to do: the stores of Curfew, as they are deployed, on tables of its own. */
export const awsChecks: readonly TrialCheck[] = [
  {
    name: 'credentials',
    about: 'AWS',
    proves: 'DynamoDB answers: the credentials are good, the region is there',
    needs: [],
    async run({ dynamo, target }) {
      await dynamo.send(new ListTablesCommand({ Limit: 1 }));
      return ok([target.dynamoEndpoint ?? target.region]);
    },
  },
  {
    name: 'tables',
    about: 'AWS',
    proves: 'every table can be made as defined: keys, index, stream, expiry',
    needs: ['credentials'],
    async run({ dynamo, tables, target }) {
      const { otherAccount, differences = [] } = await makeTables(dynamo, tables, target.account);
      if (otherAccount !== undefined) {
        return failed(
          `the credentials are of account ${otherAccount}, and curfew.config.ts names account ${target.account ?? ''}`,
          'sign in to the account that is to be deployed to, or correct "account" in curfew.config.ts',
        );
      }
      return differences.length === 0
        ? ok([`${tableCount} temporary tables`])
        : failed(
            `DynamoDB made tables otherwise than asked for: ${differences.join('; ')}`,
            'see whether a policy of the organization changes tables as they are made',
          );
    },
  },
  {
    name: 'conditions',
    about: 'AWS',
    proves: 'a write whose condition does not hold is refused, and the index finds what was written',
    needs: ['tables'],
    run: provesConditions,
  },
  {
    name: 'transactions',
    about: 'AWS',
    proves: 'a transaction over three tables is made whole or not at all, and queries read it back',
    needs: ['tables'],
    run: provesTransactions,
  },
  {
    name: 'leases',
    about: 'AWS',
    proves:
      'one writer of limits at a time: a lease that is held is refused, and the writes of a late one are fenced off',
    needs: ['tables'],
    run: provesFencing,
  },
  {
    name: 'expiry',
    about: 'AWS',
    proves: 'held plans are kept, each with the second after which the table forgets it',
    needs: ['tables'],
    run: provesExpiry,
  },
];
