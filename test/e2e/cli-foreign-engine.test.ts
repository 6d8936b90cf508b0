import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTables, localTableNames } from '../../local/create-tables.ts';
import { startEngine, type Engine } from '../../local/engine.ts';
import { createDynamo } from '../../shared/adapters/dynamo/create-dynamo.ts';
import { commandLine } from '../support/command-line.ts';

const header = 'scope,window,amount,mode,thresholds,guarantee,owners,from,to,note';

let dir = '';
let engine: Engine;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'curfew-foreign-'));
  engine = await startEngine();
});

afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true });
});

describe('an engine named by AWS_ENDPOINT_URL_DYNAMODB', () => {
  test('holds the budgets; a row that was broken there by hand is left alone, and the exit code says so', async () => {
    const dynamo = createDynamo({ endpoint: engine.endpoint });
    const tables = localTableNames();
    await createTables(dynamo, tables);
    await dynamo.send(
      new PutCommand({ TableName: tables.budgets, Item: { scope: 'org', window: 'month', amount: -1 } }),
    );
    dynamo.destroy();
    const file = join(dir, 'budgets.csv');
    writeFileSync(file, `${header}\norg,month,5,,,,,,,\ndefault,day,6,,,,,,,\n`);
    const curfew = commandLine({ state: join(dir, 'state'), env: { AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint } });

    const imported = await curfew('budgets', 'import', file, '--yes');
    const listed = await curfew('budgets', 'list');

    expect(imported.exitCode).toBe(3);
    expect(imported.stdout).toContain('org / month is left alone');
    expect(listed.stdout).toMatch(/default +day +6/);
    expect(listed.stderr).toContain('"org" "month"');
  });

  test('that does not answer is named, without a stack', async () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' };

    const { exitCode, stderr } = await commandLine({ state: join(dir, 'other'), env })('budgets', 'list');

    expect(exitCode).toBe(1);
    expect(stderr).toContain('The tables at http://127.0.0.1:9 cannot be used (ECONNREFUSED)');
  });
});
