import { Option, type Command } from 'commander';
import { byHandJobs, jobs, type ByHandJobName } from '../../functions/jobs.ts';
import type { StartedByHand } from '../../shared/contracts/job-declaration.ts';
import { asOfHelp, countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import type { AsOfOptions } from '../frame/moment.ts';
import type { JournalOptions } from './journal.ts';
import type { RunOptions } from './run-by-hand.ts';
import type { RunsOptions } from './runs.ts';

/** `run …`, `plan`, `apply`, `approve` and `reject`: what sets limits, and what would. */
export function addRunCommands(program: Command, host: CommandHost): void {
  addJobs(program, host);
  addPlans(program, host);
}

type RunCommand = (context: CommandContext, options: RunOptions) => Promise<ExitCode>;

/** Loads a command; its code is not there before. */
type LoadCommand = () => Promise<RunCommand>;

/** The jobs that print more than the record of their run, or make dry runs. */
const ownCommands: Readonly<Partial<Record<ByHandJobName, LoadCommand>>> = {
  enforce: async () => (await import('./run-enforce.ts')).runEnforce,
  controls: async () => (await import('./run-controls.ts')).runControls,
};

/** `run NAME`, for each job that somebody may start by hand. */
export function addJobs(program: Command, { runBeginning }: CommandHost, own = ownCommands): void {
  const run = program.command('run').description('run a job now, or as of another moment');
  for (const { name, byHand } of byHandJobs) {
    const { help, dryRunHelp }: StartedByHand = byHand;
    const ownCommand = own[name];
    const recorded: LoadCommand = async () => {
      const { runRecorded } = await import('./run-recorded.ts');
      return async (context, options) => runRecorded(context, name, options);
    };
    const load = ownCommand ?? recorded;
    const command = run
      .command(name)
      .description(help)
      .option('--at <time>', asOfHelp)
      .addHelpText('after', examples(`run ${name}`, `run ${name} --at 2026-03-15`))
      .action(async (options: RunOptions) => runBeginning(async (context) => (await load())(context, options)));
    if (ownCommand !== undefined) {
      command.option('--dry-run', dryRunHelp);
    }
  }
}

function addPlans(program: Command, { run }: CommandHost): void {
  program
    .command('plan')
    .description('show what would change and why, without asking the platform or changing anything')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('plan', 'plan --json'))
    .action(async (options: AsOfOptions) =>
      run(async (context) => (await import('./plan.ts')).showPlanNow(context, options)),
    );
  program
    .command('apply')
    .description('apply exactly a plan, or nothing when what it was made from has changed')
    .argument('[plan]', 'its id; the plan of now unless given')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('apply', 'apply 3f9a1c20'))
    .action(async (plan: string | undefined, options: AsOfOptions) =>
      run(async (context) => (await import('./apply.ts')).applyPlan(context, plan, options)),
    );
  program
    .command('approve')
    .description('apply a plan that was held')
    .argument('<plan>', 'its id')
    .addHelpText('after', examples('approve 3f9a1c20'))
    .action(async (plan: string) => run(async (context) => (await import('./apply.ts')).approvePlan(context, plan)));
  program
    .command('reject')
    .description('decide that a plan that was held must not be applied')
    .argument('<plan>', 'its id')
    .addHelpText('after', examples('reject 3f9a1c20'))
    .action(async (plan: string) => run(async (context) => (await import('./apply.ts')).rejectHeldPlan(context, plan)));
}

const recordedJobs = jobs.filter(({ recordsRuns }) => recordsRuns).map(({ name }) => name);

/** `runs …` and `journal`: what was done. */
export function addRecordCommands(program: Command, { run }: CommandHost): void {
  const runs = program.command('runs').description('see what ran');
  runs
    .command('list')
    .description('the newest runs')
    .addOption(new Option('--job <name>', 'of one job alone').choices(recordedJobs))
    .option('--limit <count>', 'at most so many', countOf, 20)
    .addHelpText('after', examples('runs list --job enforce --limit 5'))
    .action(async (options: Omit<RunsOptions, 'jobs'>) =>
      run(async (context) => (await import('./runs.ts')).listRunsOf(context, { jobs: recordedJobs, ...options })),
    );
  runs
    .command('show')
    .description('one run')
    .argument('<run>', 'its id')
    .addHelpText('after', examples('runs show enforce-2026-03-15T02:30:00.000Z-nightly'))
    .action(async (runId: string) => run(async (context) => (await import('./runs.ts')).showRun(context, runId)));
  program
    .command('journal')
    .description('what was done, by whom')
    .option('--from <day>', 'first day; six days before the last one unless given')
    .option('--through <day>', 'last day; today unless given')
    .option('--limit <count>', 'at most so many entries', countOf, 200)
    .addHelpText('after', examples('journal', 'journal --from 2026-03-01 --through 2026-03-15 --json'))
    .action(async (options: JournalOptions) =>
      run(async (context) => (await import('./journal.ts')).showJournal(context, options)),
    );
}
