import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { readConfigFile } from '../../../infra/config-file.ts';
import type { Config } from '../../../infra/config.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import type { CliIo } from '../../frame/cli-io.ts';
import { exitCodes, type ExitCode } from '../../frame/exit-codes.ts';

/** What a trial has to do with beside AWS and the platform: all that it sees of this machine, or says. */
export interface TrialIo {
  readonly env: Environment;
  readonly stdoutIsTerminal: boolean;
  /** Undefined when there is no curfew.config.ts. Raises ConfigError. */
  readConfig(): Promise<Config | undefined>;
  /** The region of the AWS SDK's own settings; undefined when they name none. */
  sdkRegion(): Promise<string | undefined>;
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Asks a yes-or-no question on the terminal; undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Unix milliseconds. */
  now(): number;
  /** Raised by Ctrl-C: what was made is still removed. */
  readonly signal: AbortSignal;
}

/** What a trial has to do with, on this terminal. Ctrl-C ends it: once with cleaning up, twice at once. */
export function trialIo(io: CliIo): TrialIo {
  return {
    env: io.env,
    stdoutIsTerminal: io.stdoutIsTerminal,
    readConfig: async () => readConfigFile(),
    sdkRegion,
    writeOut: (text) => io.writeOut(text),
    writeError: (text) => io.writeError(text),
    confirm: io.confirm,
    now: () => io.now(),
    signal: stopSignal(),
  };
}

/** Asks before anything is touched, unless that was agreed to before; gives the exit code where it is not agreed to. */
export async function refusalOf(
  io: TrialIo,
  yes: boolean,
  { question, refused }: { readonly question: string; readonly refused: string },
): Promise<ExitCode | undefined> {
  if (yes) {
    return undefined;
  }
  if (io.confirm === undefined) {
    io.writeError('There is no terminal to confirm on: run this on a terminal, or with --yes.\n');
    return exitCodes.wrongUsage;
  }
  if (!(await io.confirm(question))) {
    io.writeError(`${refused}\n`);
    return exitCodes.failed;
  }
  return undefined;
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  const onStop = (): void => {
    if (stop.signal.aborted) {
      process.stderr.write(
        '\nStopped at once. What is left behind is deleted by: npx curfew doctor --clean --min-age 0\n',
      );
      process.exit(1);
    }
    process.stderr.write('\nStopping: the temporary tables are deleted first; again to stop at once.\n');
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, onStop);
  }
  // Who reads along may stop reading, or close the terminal: the tables are deleted all the same.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') {
        throw error;
      }
    });
  }
  return stop.signal;
}

/** Profiles may name a region, too; where nothing does, the SDK raises an error. */
async function sdkRegion(): Promise<string | undefined> {
  const client = new DynamoDBClient({});
  try {
    return await client.config.region();
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
}
