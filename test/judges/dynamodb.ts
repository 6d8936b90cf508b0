import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  DescribeTableCommand,
  DynamoDBClient,
  paginateListTables,
  PutItemCommand,
  PutResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

import { restoreTable } from '../../cli/restore/restore-table.ts';
import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { clientOptions } from '../../shared/kernel/client-options.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { engineVariable } from '../support/bare-engine.ts';
import { dynamoDbExceptions } from './dynamodb-exceptions.ts';
import { type Finding, type Judge, sortOut } from './judge.ts';
import { withMiniStack } from './mini-stack.ts';
import { outputOf } from './output-of.ts';
import { withScratch } from './with-scratch.ts';

const root = join(import.meta.dirname, '..', '..');

const Results = z.object({
  numTotalTests: z.int(),
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
});

/** The contract suites of the stores on the DynamoDB of MiniStack. */
export const dynamoDbJudge: Judge = {
  name: 'dynamodb',
  requirements: 'aws',
  judge: async (python) =>
    withMiniStack(python, async (endpoint) =>
      withScratch(async (folder) => {
        const file = join(folder, 'results.json');
        await outputOf(
          process.execPath,
          ['node_modules/vitest/vitest.mjs', 'run', 'test/contract', '--reporter=json', `--outputFile=${file}`],
          { cwd: root, env: { [engineVariable]: endpoint }, codes: [0, 1] },
        );
        const results = await readResults(file);
        const tables = await tablesIn(endpoint);
        const findings = results.testResults.flatMap(({ assertionResults }) =>
          assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages = [] }): Finding => {
              return { rule: fullName, at: 'MiniStack', message: failureMessages[0]?.split('\n')[0] ?? '' };
            }),
        );
        return {
          judged: `${results.numPassedTests} of ${results.numTotalTests} tests of the stores hold on the DynamoDB of MiniStack, in ${tables} tables`,
          // Without a table there, they ran elsewhere.
          count: Math.min(results.numPassedTests, tables),
          notes: [await restoreThere(endpoint)],
          ...sortOut(findings, dynamoDbExceptions),
        };
      }),
    ),
};

async function readResults(file: string): Promise<z.output<typeof Results>> {
  return Results.parse(JSON.parse(await readFile(file, 'utf8')));
}

async function tablesIn(endpoint: string): Promise<number> {
  const client = new DynamoDBClient(clientOptions({ endpoint }));
  try {
    let tables = 0;
    for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
      tables += TableNames.length;
    }
    return tables;
  } finally {
    client.destroy();
  }
}

/** `restore TABLE --from COPY` between two tables there, of which one has a policy, and what it says of that. */
async function restoreThere(endpoint: string): Promise<string> {
  const dynamo = new DynamoDBClient(clientOptions({ endpoint }));
  const documents = createDynamo({ endpoint });
  const [to, copies] = [localTableNames('restored-'), localTableNames('copy-')];
  try {
    await createTables(documents, to);
    await createTables(documents, copies);
    for (let index = 0; index < 60; index += 1) {
      const Item = { day: { S: '2026-03-01' }, userId: { S: `u-${index}` } };
      await dynamo.send(new PutItemCommand({ TableName: copies.ledger, Item }));
    }
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: to.ledger }));
    const Statement = [{ Effect: 'Deny', Principal: '*', Action: 'dynamodb:PutItem', Resource: '*' }];
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    await dynamo.send(new PutResourcePolicyCommand({ ResourceArn: Table?.TableArn ?? '', Policy }));
    const { items, hasPolicy } = await restoreTable({ dynamo, table: to.ledger, from: copies.ledger });
    return `restore: ${items} items, read again; the policy is ${hasPolicy ? 'back' : 'not there'}`;
  } finally {
    dynamo.destroy();
    documents.destroy();
  }
}
