import completion from '@bomb.sh/tab/commander';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliIo } from './cli-io.ts';
import { commandContext, type CommonOptions } from './command-context.ts';
import { runBacktest, type BacktestOptions } from '../backtest/backtest.ts';
import { applyPlan, approvePlan, rejectHeldPlan } from '../runs/apply.ts';
import { showPlanNow } from '../runs/plan.ts';
import { showJournal, type JournalOptions } from '../runs/journal.ts';
import { addRunCommands } from '../runs/run-commands.ts';
import { listRunsOf, showRun, type RunsOptions } from '../runs/runs.ts';
import { addAlertCommands } from '../alerts/alert-commands.ts';
import { addBudgetCommands } from '../budgets/budget-commands.ts';
import { addControlsCommands } from '../controls/controls-commands.ts';
import { addGrantCommands } from '../grants/grant-commands.ts';
import { addCommand, type CommandHost, type Perform } from './add-command.ts';
import { addStandingCommands } from './enforcement-commands.ts';
import { addTeamCommands } from '../teams/team-commands.ts';
import { jobs } from '../../functions/jobs.ts';

/** The tree of all commands. Errors of usage are thrown by commander as CommanderError. */
export function curfewProgram(io: CliIo, perform: Perform): Command {
  const program = new Command('curfew')
    .description('Keeps an organization that runs coding agents inside its credit budgets and its controls.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.writeOut(text), writeErr: (text) => io.writeError(text) })
    .showHelpAfterError('Add --help to see how the command is used. Options stand behind its words.');
  const frame = { io, perform };
  addRunCommands(program, frame);
  addPlanCommands(program, frame);
  addBudgetCommands(program, frame);
  addTeamCommands(program, frame);
  addGrantCommands(program, frame);
  addAlertCommands(program, frame);
  addRecordCommands(program, frame);
  addStandingCommands(program, frame);
  addControlsCommands(program, frame, countOf);
  addBacktestCommand(program, frame);
  // Last, since it reads the tree as it stands.
  completion(program, { completionCommandName: 'completion' });
  return program;
}

function addPlanCommands(program: Command, { io, perform }: CommandHost): void {
  const at = ['--at <time>', 'as of this moment: an instant, or a day for 02:30 UTC of it'] as const;
  addCommand(program, 'plan')
    .description('show what would change and why, without asking the platform or changing anything')
    .option(...at)
    .action((options: CommonOptions & { readonly at?: string }) =>
      perform(showPlanNow(commandContext(io, options), options)),
    );
  addCommand(program, 'apply')
    .description('do exactly a plan, or nothing when what it stands on has moved')
    .argument('[plan]', 'its id; the plan of now unless given')
    .option(...at)
    .action((plan: string | undefined, options: CommonOptions & { readonly at?: string }) =>
      perform(applyPlan(commandContext(io, options), plan, options)),
    );
  addCommand(program, 'approve')
    .description('do a plan that was held')
    .argument('<plan>', 'its id')
    .action((plan: string, options: CommonOptions) => perform(approvePlan(commandContext(io, options), plan)));
  addCommand(program, 'reject')
    .description('say that a plan that was held must not be done')
    .argument('<plan>', 'its id')
    .action((plan: string, options: CommonOptions) => perform(rejectHeldPlan(commandContext(io, options), plan)));
}

const recordedJobs = jobs.filter(({ recordsRuns }) => recordsRuns).map(({ name }) => name);

function addRecordCommands(program: Command, { io, perform }: CommandHost): void {
  const runs = program.command('runs').description('see what ran');
  addCommand(runs, 'list')
    .description('the newest runs')
    .addOption(new Option('--job <name>', 'of one job alone').choices(recordedJobs))
    .option('--limit <count>', 'at most so many', countOf, 20)
    .action((options: CommonOptions & Omit<RunsOptions, 'jobs'>) =>
      perform(listRunsOf(commandContext(io, options), { jobs: recordedJobs, ...options })),
    );
  addCommand(runs, 'show')
    .description('one run')
    .argument('<run>', 'its id')
    .action((runId: string, options: CommonOptions) => perform(showRun(commandContext(io, options), runId)));
  addCommand(program, 'journal')
    .description('what was done, by whom')
    .option('--from <day>', 'first day; six days before the last one unless given')
    .option('--through <day>', 'last day; today unless given')
    .option('--limit <count>', 'at most so many entries', countOf, 200)
    .action((options: CommonOptions & JournalOptions) => perform(showJournal(commandContext(io, options), options)));
}

function addBacktestCommand(program: Command, { io, perform }: CommandHost): void {
  addCommand(program, 'backtest')
    .description('what a pool, or budgets, would have done to use of the past: who is stopped, what is overspent')
    .option('--trace <file>', 'wanted use as CSV: user,date,credits; the ledger of the installation unless given')
    .option('--pool <amount>', 'credits that all users share, replayed under five policies')
    .option('--window <window>', 'of the pool: day, week, month, quarter or platform', 'month')
    .option('--overcommit <factor>', 'how far past the amount the overcommitted pool may go, 1 to 10', '1.2')
    .option('--anchor-day <day>', 'day of the month on which the platform counts anew; as in the settings unless given')
    .option('--budgets <file>', 'proposed budgets as a .csv, .yaml or .yml file: who would have been stopped, and when')
    .action((options: CommonOptions & BacktestOptions) => perform(runBacktest(commandContext(io, options), options)));
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  }
  return Number(text);
}
