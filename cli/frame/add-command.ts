import type { Command } from 'commander';
import { deploymentVariable, usualStateDir } from './chosen-installation.ts';
import type { CliIo } from './cli-io.ts';
import type { ExitCode } from './exit-codes.ts';

/** Runs one command with its context; what it gives is the exit code. */
export type Perform = (work: Promise<ExitCode>) => Promise<void>;

/** What every command is hung up with. */
export interface CommandHost {
  readonly io: CliIo;
  readonly perform: Perform;
}

/** A command with the options that every one of them has. */
export function addCommand(parent: Command, name: string): Command {
  return parent
    .command(name)
    .option('--json', 'one JSON document on standard output, and nothing else there')
    .option('--state <dir>', `the installation on this machine (default: "${usualStateDir}")`)
    .option('--deployment <stage/organization>', `a deployment in AWS instead (or ${deploymentVariable})`);
}
