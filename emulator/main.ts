import { Command, InvalidArgumentError } from 'commander';

import { API_KEYS } from './api/auth.ts';
import { EmulatorOptionError, type EmulatorOptions, startEmulator } from './start-emulator.ts';
import { StateFileError } from './state/state-file.ts';

type Flags = Omit<EmulatorOptions, 'rateLimitPerSecond' | 'windowAnchorDay' | 'stateFile'> & {
  readonly rateLimit?: number;
  readonly windowAnchor: number;
  readonly state?: string;
};

const wrongUsage = 2;

function integer(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return Number(text);
}

function decimal(text: string): number {
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a number such as 0.9.');
  }
  return Number(text);
}

const program = new Command('platform')
  .description('The platform emulator: every endpoint of platform-api.md and a side channel under /__sim.')
  .option('--port <number>', 'port on 127.0.0.1; 0 takes any free one', integer, 4010)
  .option('--users <number>', 'people on the roster', integer, 250)
  .option('--seed <number>', 'what everything generated follows from', integer, 7)
  .option('--today <date>', 'YYYY-MM-DD; the clock stands there until moved (without: it runs)')
  .option('--latency-ms <number>', 'hold every call for so long', integer, 0)
  .option('--rate-limit <number>', 'requests a second, 429 beyond', integer)
  .option('--empty', 'users, but no demand and no limits')
  .option('--window-anchor <day>', 'day of the month on which the platform window begins', integer, 1)
  .option('--session-coverage <share>', 'share of the credits that sessions show, 0 to 1', decimal, 1)
  .option('--session-credit-scale <number>', 'what one credit is in serviceCredits of sessions', decimal, 1)
  .option('--session-lag-minutes <number>', 'minutes until sessions show what happened', integer, 0)
  .option('--state <file>', 'keep what is posted in this file')
  .exitOverride(({ code, exitCode }) =>
    process.exit(code === 'commander.error' || exitCode === 0 ? exitCode : wrongUsage),
  )
  .parse();

await run(program.opts<Flags>());

async function run(flags: Flags): Promise<void> {
  const emulator = await startEmulator(optionsOf(flags)).catch((error: unknown) =>
    program.error(messageOf(error, flags), { exitCode: error instanceof EmulatorOptionError ? wrongUsage : 1 }),
  );
  console.log(`platform emulator at ${emulator.url} (keys: ${Object.values(API_KEYS).join(', ')})`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void emulator.close().then(() => process.exit(0));
    });
  }
}

function optionsOf({ rateLimit, windowAnchor, state, ...others }: Flags): EmulatorOptions {
  return { ...others, rateLimitPerSecond: rateLimit, windowAnchorDay: windowAnchor, stateFile: state };
}

function messageOf(error: unknown, flags: Flags): string {
  if (error instanceof EmulatorOptionError || error instanceof StateFileError) {
    return `error: ${error.message}`;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `error: port ${flags.port} is taken; stop what uses it or choose another with --port (0 takes any)`;
    case 'EACCES':
      return `error: port ${flags.port} needs more rights than this process has; choose another with --port`;
    default:
      return `error: the emulator cannot start: ${error instanceof Error ? error.message : String(error)}`;
  }
}
