import { Command, InvalidArgumentError, Option } from 'commander';

import { type DemoName, demoNames } from './demo/demo-organization.ts';
import { usualStateDir } from './state/state-dir.ts';

export interface StartOptions {
  readonly once: boolean;
  readonly fresh: boolean;
  readonly console: boolean;
  readonly stateDir: string;
  readonly portBase: number | undefined;
  readonly demo: DemoName | undefined;
}

interface Flags {
  readonly once?: boolean;
  readonly fresh?: boolean;
  readonly console: boolean;
  readonly state: string;
  readonly portBase?: number;
  readonly demo?: DemoName;
}

/** Parses the flags of `npm start`; prints errors and exits with code 2. */
export function readStartOptions(argv: readonly string[]): StartOptions {
  const program = new Command('npm start --')
    .description('The whole of Curfew on this machine: a first night, then every night.')
    .option('--once', 'stop after the first night')
    .option('--fresh', 'start over: remove what Curfew keeps in the state folder')
    .option('--no-console', 'leave the console: it is not built, and its address says so')
    .option('--state <dir>', 'where everything is kept', usualStateDir)
    .addOption(
      new Option('--demo <name>', 'an organization of 24, 250 or 5,000 people, with a story to tell').choices(
        demoNames,
      ),
    )
    .option('--port-base <number>', 'first of the ports to use; without, free ones are found', port)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .parse([...argv], { from: 'user' });
  const { once = false, fresh = false, console, state, portBase, demo } = program.opts<Flags>();
  return { once, fresh, console, stateDir: state, portBase, demo };
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_500) {
    throw new InvalidArgumentError('It must be a port number from 1 to 65500.');
  }
  return Number(text);
}
