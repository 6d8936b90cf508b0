import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListDurableExecutionsByFunctionCommand, paginateListFunctions } from '@aws-sdk/client-lambda';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { readConfigFile } from '../config-file.ts';
import type { CommandIo, DeployedFunction, ExitCode } from './command-io.ts';

/** An unused function name: a region with the operation answers that it does not exist. */
const noFunction = 'curfew-asks-for-durable-functions';

/** Error names for an unknown operation. */
const noOperation = /^(?:UnknownOperation|InvalidAction|NotImplemented|MissingAction)/u;

/** Requests the durable executions of a nonexistent function; the error tells whether Lambda has them. */
async function hasDurableFunctions(region: string): Promise<'yes' | 'no' | 'unknown'> {
  const client = new LambdaClient({ region, maxAttempts: 2 });
  try {
    await client.send(new ListDurableExecutionsByFunctionCommand({ FunctionName: noFunction, MaxItems: 1 }));
    return 'yes';
  } catch (error) {
    return answerOf(error instanceof Error ? error.name : '');
  } finally {
    client.destroy();
  }
}

function answerOf(name: string): 'yes' | 'no' | 'unknown' {
  if (name === 'ResourceNotFoundException') {
    return 'yes';
  }
  return noOperation.test(name) ? 'no' : 'unknown';
}

/** The account's functions in a region, with role names. Throws SDK errors. */
async function listFunctions(region: string): Promise<readonly DeployedFunction[]> {
  const client = new LambdaClient({ region });
  const functions: DeployedFunction[] = [];
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
      functions.push(
        ...Functions.map(({ Role = '', DurableConfig }) => ({
          role: Role.slice(Role.lastIndexOf('/') + 1),
          isDurable: DurableConfig !== undefined,
        })),
      );
    }
    return functions;
  } finally {
    client.destroy();
  }
}

const projectRoot = join(import.meta.dirname, '..', '..');
const cdkPath = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');

export const terminalIo: CommandIo = {
  readConfig: async () => readConfigFile(),
  hasCredentials,
  listFunctions,
  hasDurableFunctions,
  cdk,
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  say: (text) => void process.stdout.write(`${text}\n`),
};

/** Any SDK client finds credentials like the CDK: environment, profiles, single sign-on, role. */
async function hasCredentials(region: string): Promise<boolean> {
  const client = new DynamoDBClient({ region });
  try {
    await client.config.credentials();
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
}

async function cdk(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [cdkPath, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: childEnvironment(process.env, 'aws'),
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/**
 * Runs a command with this process's arguments. `prepare` parses them; its error is printed with `usage`, and `--help`
 * prints only the usage.
 */
export async function withUsage(
  usage: string,
  prepare: (args: string[]) => () => Promise<ExitCode>,
): Promise<ExitCode> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  let command: () => Promise<ExitCode>;
  try {
    command = prepare(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return 2;
  }
  return command();
}
