import type { Command } from 'commander';

import { byHandJobs, type ByHandJobName } from '../../functions/jobs.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';
import { commandContext, type CommandContext, type CommonOptions } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import type { RunOptions } from './run-by-hand.ts';
import { runControls } from './run-controls.ts';
import { runEnforce } from './run-enforce.ts';
import { runRecorded } from './run-recorded.ts';

type RunCommand = (context: CommandContext, options: RunOptions) => Promise<ExitCode>;

/** The jobs that print more than the record of their run, or make dry runs. */
const ownCommands: Readonly<Partial<Record<ByHandJobName, RunCommand>>> = {
  enforce: runEnforce,
  controls: runControls,
};

/** `run NAME`, for each job that somebody may start by hand. */
export function addRunCommands(program: Command, { io, perform }: CommandHost, own = ownCommands): void {
  const run = program.command('run').description('run a job now, or as of another moment');
  for (const { name, byHand } of byHandJobs) {
    const ownCommand = own[name];
    const runOf: RunCommand = ownCommand ?? (async (context, options) => runRecorded(context, name, options));
    const command = addCommand(run, name)
      .description(byHand.help)
      .option('--at <time>', 'as of this moment: an instant such as 2026-03-15T02:30:00Z, or a day for 02:30 UTC of it')
      .action((options: CommonOptions & RunOptions) => perform(runOf(commandContext(io, options), options)));
    if (ownCommand !== undefined) {
      command.option('--dry-run', byHand.dryRunHelp);
    }
  }
}
