import { createInterface } from 'node:readline/promises';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { readConfigFile } from '../infra/config-file.ts';
import { runSmoke } from './run-smoke.ts';

const stop = new AbortController();

/** The first wish for an end is kept with cleaning up; the second at once. */
function onStop(): void {
  if (stop.signal.aborted) {
    process.stderr.write(
      '\nStopped at once. What is left behind is deleted by: npm run smoke -- --clean --min-age 0\n',
    );
    process.exit(1);
  }
  process.stderr.write('\nStopping: the temporary tables are deleted first; again to stop at once.\n');
  stop.abort();
}

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

process.exitCode = await runSmoke(process.argv.slice(2), {
  env: process.env,
  stdoutIsTerminal: process.stdout.isTTY,
  readConfig: async () => readConfigFile(),
  sdkRegion,
  writeOut: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : undefined,
  now: () => Date.now(),
  signal: stop.signal,
});

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

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const refused = new AbortController();
  terminal.once('SIGINT', () => refused.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: refused.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (refused.signal.aborted) {
      process.stderr.write('\n');
      return false;
    }
    throw error;
  } finally {
    terminal.close();
  }
}
