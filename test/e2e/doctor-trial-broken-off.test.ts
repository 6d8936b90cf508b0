import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { tableInput } from '../../local/storage/create-tables.ts';
import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { useEmulator } from '../support/emulator.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { type Program, startProgram } from '../support/program.ts';
import { useEngine } from '../support/test-engine.ts';
import { trial, tablesOf } from '../support/trial-runs.ts';

const timeoutMs = 120_000;
const tableCount = Object.keys(tableDefinitions).length;
/** Begins like a table of a trial, and is none. */
const foreign = 'curfew-smoke-alarm-ledger';

const engine = useEngine();
// Slow enough to be broken off in the middle of a night.
const platform = useEmulator({ users: 300, latencyMs: 400, today: undefined });

beforeAll(async () => {
  await engine.dynamo().send(new CreateTableCommand(tableInput(foreign, tableDefinitions.ledger)));
});

afterAll(async () => {
  await engine.dynamo().send(new DeleteTableCommand({ TableName: foreign }));
});

function environment(): Readonly<Record<string, string>> {
  return {
    ...platform.env,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
  };
}

/** A trial in a process of its own, with its temporary tables made. */
async function trialAtWork(): Promise<Program> {
  const program = startProgram('cli/main.ts', ['doctor', '--trial', '--yes'], { env: environment(), timeoutMs });
  await program.says('ok       role');
  return program;
}

describe('a trial that is broken off', () => {
  test(
    'by Ctrl-C deletes its tables before it ends, though nobody reads along any more',
    async () => {
      const program = await trialAtWork();
      const during = await tablesOf(engine.dynamo());

      program.process.stdout?.destroy();
      program.process.kill('SIGINT');
      const exitCode = await program.ended();

      expect(during).toHaveLength(tableCount + 1);
      expect(exitCode).toBe(1);
      expect(await tablesOf(engine.dynamo())).toEqual([foreign]);
    },
    timeoutMs,
  );

  test(
    'by force leaves tables, which --clean finds by name and age, and deletes; others it does not touch',
    async () => {
      const program = await trialAtWork();
      program.process.kill('SIGKILL');
      await program.ended();
      const anHourOn = new Date(Date.now() + 3_600_000).toISOString();
      const clean = trial({ env: environment(), at: anHourOn });
      const refusing = trial({ env: environment(), at: anHourOn, answer: false });

      const left = await tablesOf(engine.dynamo());
      const tooYoung = await clean('--clean', '--yes', '--min-age', '61');
      const unconfirmed = await clean('--clean');
      const refused = await refusing('--clean');
      const stillLeft = await tablesOf(engine.dynamo());
      const cleaned = await clean('--clean', '--yes');

      expect(left).toHaveLength(tableCount + 1);
      expect(tooYoung.stdout).not.toContain('*  ');
      expect([unconfirmed.exitCode, refused.exitCode]).toEqual([2, 1]);
      expect(stillLeft).toEqual(left);
      expect(cleaned.stdout).toContain(`*  ${tableCount} tables, begun `);
      expect(cleaned.exitCode).toBe(0);
      expect(await tablesOf(engine.dynamo())).toEqual([foreign]);
    },
    timeoutMs,
  );

  test(
    'in its cleaning says which tables are left, and how they are deleted',
    async () => {
      const proxy = await startFaultProxy(engine.endpoint());
      const body = {
        __type: 'com.amazon.coral.service#AccessDeniedException',
        Message: 'User: arn:aws:iam::1:user/eve is not authorized to perform: dynamodb:DeleteTable on resource: x',
      };
      proxy.spoil({ operation: 'DeleteTable', fault: { kind: 'answer', status: 400, body } });
      const spoilt = trial({
        env: { ...environment(), AWS_ENDPOINT_URL_DYNAMODB: proxy.url, CURFEW_API_KEY: 'x' },
      });

      const { exitCode, stdout } = await spoilt('--yes');
      const left = await tablesOf(engine.dynamo());
      await trial({ env: environment() })('--clean', '--min-age', '0', '--yes');
      await proxy.close();

      expect(exitCode).toBe(1);
      expect(stdout).toMatch(/25 .*dynamodb:DeleteTable/);
      expect(stdout).toContain('curfew doctor --clean --min-age 0');
      expect(left).toHaveLength(tableCount + 1);
      expect(await tablesOf(engine.dynamo())).toEqual([foreign]);
    },
    timeoutMs,
  );
});
