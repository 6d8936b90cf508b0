import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { useInstallation } from '../support/installation.ts';
import { useEngine } from '../support/test-engine.ts';

/** As the engine answers when its disk is full. */
const diskFull = {
  kind: 'answer',
  status: 500,
  body: {
    __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
    message: 'Internal error: database or disk is full',
  },
} as const;

const engine = useEngine();
const installation = useInstallation();

describe('an engine named by AWS_ENDPOINT_URL_DYNAMODB', () => {
  test('holds the budgets; a row that was broken there by hand is left alone, and the exit code says so', async () => {
    const { budgets: TableName } = localTableNames();
    await createTables(engine.dynamo(), localTableNames());
    await engine.dynamo().send(new PutCommand({ TableName, Item: { scope: 'org', window: 'month', amount: -1 } }));
    const file = installation.fileOf('budgets.csv', 'scope,window,amount\norg,month,5\ndefault,day,6\n');
    const curfew = installation.commandLine({ env: { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint() } });

    const imported = await curfew('budgets', 'import', file, '--yes');
    const listed = await curfew('budgets', 'list');

    expect(imported.exitCode).toBe(3);
    expect(imported.stdout).toContain('org / month');
    expect(listed.stdout).toMatch(/default +day +6/);
    expect(listed.stderr).toContain('"org" "month"');
  });

  test('that does not answer is named, without a stack', async () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };

    const { exitCode, stderr } = await installation.commandLine({ env })('budgets', 'list');

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:9 .*ECONNREFUSED/);
  });

  test.each([
    [
      'that is killed in the middle of a command',
      { kind: 'end' },
      /does not answer any more.*the next run does the rest/u,
    ],
    [
      'whose disk is full in the middle of a command',
      diskFull,
      /the disk is full.*Make room.*the next run does the rest/u,
    ],
  ] as const)('%s ends the command with code 1 and words', async (_how, fault, said) => {
    const proxy = await startFaultProxy(engine.endpoint());
    const file = installation.fileOf('budgets.csv', 'scope,window,amount\norg,month,5\nteam:a,day,6\n');
    const env = { AWS_ENDPOINT_URL_DYNAMODB: proxy.url };
    proxy.spoil({ operation: 'TransactWriteItems', fault });

    const { exitCode, stderr } = await installation.commandLine({ env })('budgets', 'import', file, '--yes');
    await proxy.close();

    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(said) as string });
    expect(stderr).not.toMatch(/ {4}at |ECONNREFUSED: |InternalServerError/u);
  });
});
