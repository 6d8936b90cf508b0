import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { Command } from 'commander';
import * as z from 'zod';

import { addTrialOptions } from '../../cli/doctor/doctor-commands.ts';
import { runTrial } from '../../cli/doctor/trial/run-trial.ts';
import type { Config } from '../../infra/config.ts';

/** What one trial left behind. */
interface TrialRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON document. */
  document(): z.output<typeof Document>;
}

const Result = z.looseObject({
  name: z.string(),
  result: z.enum(['ok', 'failed', 'skipped']),
  facts: z.array(z.string()).optional(),
  figures: z.record(z.string(), z.unknown()).optional(),
  problem: z.string().optional(),
  remedy: z.string().optional(),
  reason: z.string().optional(),
});

const Document = z
  .looseObject({ status: z.string(), tablesLeft: z.array(z.string()), checks: z.array(Result) })
  .transform(({ checks, ...document }) => ({
    ...document,
    checks: new Map(checks.map((check) => [check.name, check])),
    /** Names of the checks by what they came to. */
    named: (result: z.output<typeof Result>['result']) =>
      checks.filter((check) => check.result === result).map(({ name }) => name),
  }));

/** A trial in this process as of a moment (ISO), with the answer to any question. */
export function trial(options: {
  readonly env: Readonly<Record<string, string>>;
  readonly at?: string;
  readonly config?: Config;
  readonly answer?: boolean;
}): (...args: readonly string[]) => Promise<TrialRun> {
  const { env, at = '2026-03-15T09:00:00Z', config, answer } = options;
  return async (...args) => {
    let stdout = '';
    let stderr = '';
    const exitCode = await runTrial(optionsOf(args), {
      env,
      stdoutIsTerminal: false,
      readConfig: async () => Promise.resolve(config),
      sdkRegion: async () => Promise.resolve(undefined),
      writeOut: (text) => void (stdout += text),
      writeError: (text) => void (stderr += text),
      confirm: answer === undefined ? undefined : async () => Promise.resolve(answer),
      now: () => Date.parse(at),
      signal: new AbortController().signal,
    });
    return { exitCode, stdout, stderr, document: () => Document.parse(JSON.parse(stdout)) };
  };
}

/** What the command makes of words on its line. */
export function optionsOf(args: readonly string[]): object {
  return addTrialOptions(new Command().exitOverride().option('--json'))
    .parse([...args], { from: 'user' })
    .opts();
}

/** The names of all tables of an engine. */
export async function tablesOf(dynamo: DynamoDBDocumentClient): Promise<readonly string[]> {
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
  return TableNames;
}
