import type { Command } from 'commander';

import { byHandJobs, type ByHandJobName } from '../../functions/jobs.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';
import { commandContext, type CommandContext, type CommonOptions } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import type { RunOptions } from './run-by-hand.ts';
import { runControls } from './run-controls.ts';
import { runEnforce } from './run-enforce.ts';

/** What each job that may be started by hand does and prints: a job without a line here does not compile. */
const runs: Readonly<Record<ByHandJobName, (context: CommandContext, options: RunOptions) => Promise<ExitCode>>> = {
  enforce: runEnforce,
  controls: runControls,
};

/** `run NAME`, for each of them. */
export function addRunCommands(program: Command, { io, perform }: CommandHost): void {
  const run = program.command('run').description('run a job now, or as of another moment');
  for (const { name, byHand } of byHandJobs) {
    addCommand(run, name)
      .description(byHand.help)
      .option('--at <time>', 'as of this moment: an instant such as 2026-03-15T02:30:00Z, or a day for 02:30 UTC of it')
      .option('--dry-run', byHand.dryRunHelp)
      .action((options: CommonOptions & RunOptions) => perform(runs[name](commandContext(io, options), options)));
  }
}
