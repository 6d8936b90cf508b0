import { Option, type Command } from 'commander';

import { planStatuses, type PlanStatus } from '../../shared/enforcement/held-plan.ts';
import { byHandJobs, jobs, type ByHandJobName } from '../../shared/jobs.ts';
import type { StartedByHand } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { RunStatus } from '../../shared/kernel/runs/run.ts';
import { atOf, dayIn, type AsOfOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { asOfHelp, countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import type { RunOptions } from './by-hand/run-by-hand.ts';

interface PlansOptions {
  readonly status?: PlanStatus;
  readonly limit: number;
}

interface RunsOptions {
  /** Of this one alone. */
  readonly job?: string;
  readonly limit: number;
  /** As many as the table has. */
  readonly all?: boolean;
  /** `unfinished`: it began and has not ended. */
  readonly status?: RunStatus | 'unfinished';
}

interface JournalOptions {
  readonly from?: string;
  readonly through?: string;
  readonly limit: number;
}

/** So many runs of each job are looked through; so many plans and entries of the journal. */
const runsMax = 10_000;
const rowsMax = 99_999;

const voidHelp = `
A run that set limits as of a moment that has not come yet, by a wrong clock, holds
the runs after it until then. Correct the clock first, and check it with "doctor".
Then this ends the hold. The limits stay as they are until the next run.

Example:
  $ curfew runs void 2027-03-15T02:30:00.000Z --reason "the clock was four months ahead"`;

/** `run …`, `plan`, `apply`, `approve`, `reject` and `plans …`: what sets limits, and what would. */
export function addRunCommands(program: Command, host: CommandHost): void {
  addJobs(program, host);
  addPlans(program, host);
  addHeldPlans(program, host);
}

type RunCommand = (context: CommandContext, options: RunOptions) => Promise<ExitCode>;

/** Loads a command; its code is not there before. */
type LoadCommand = () => Promise<RunCommand>;

/** The jobs that print something else than findings. */
const ownCommands: Readonly<Partial<Record<ByHandJobName, LoadCommand>>> = {
  enforce: async () => (await import('./run-enforce.ts')).runEnforce,
  controls: async () => (await import('./run-watcher.ts')).runControls,
};

/** `run NAME`, for each job that somebody may start by hand. */
export function addJobs(program: Command, { runBeginning }: CommandHost, own = ownCommands): void {
  const run = program.command('run').description('run a job now, or as of another moment');
  for (const { name, byHand } of byHandJobs) {
    const { help, dryRunHelp }: StartedByHand = byHand;
    const ownCommand = own[name];
    const watcher: LoadCommand = async () => {
      const { runWatcher } = await import('./run-watcher.ts');
      return async (context, options) => runWatcher(context, name, options);
    };
    const load = ownCommand ?? watcher;
    const command = run
      .command(name)
      .description(help)
      .option('--at <time>', asOfHelp)
      .addHelpText('after', examples(`run ${name}`, `run ${name} --at 2026-03-15`))
      .action(async (options: RunOptions) => runBeginning(async (context) => (await load())(context, options)));
    if (dryRunHelp !== undefined) {
      command.option('--dry-run', dryRunHelp);
    }
  }
}

interface PlanOptions extends AsOfOptions {
  readonly budgets?: string;
  readonly prune?: boolean;
}

function addPlans(program: Command, host: CommandHost): void {
  const { run } = host;
  const plan = program
    .command('plan')
    .description('show what would change and why, without asking the platform or changing anything')
    .option('--at <time>', asOfHelp)
    .option('--budgets <file>', 'the impact of importing this file instead: a .csv, .yaml or .yml file')
    .option('--prune', 'as if what the file does not name were removed, of what it speaks of')
    .option('--dry-run', 'a plan never changes anything; understood for the sake of scripts')
    .addHelpText('after', examples('plan', 'plan --json', 'plan --budgets proposed.csv'))
    .action(async ({ budgets, ...options }: PlanOptions) =>
      run(async (context) =>
        budgets === undefined
          ? showAnswer(context, ['showPlan', atOf(options)])
          : (await import('../records/import-file.ts')).importFile(context, {
              path: budgets,
              content: 'budgets',
              options: { ...options, dryRun: true },
            }),
      ),
    );
  addShowPlan(plan, host);
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
    .option('--only <emails>', 'release the rows of these users, and no other; may be repeated', listed, [])
    .addHelpText('after', examples('approve 3f9a1c20', 'approve 3f9a1c20 --only ann@acme.example,bob@acme.example'))
    .action(async (plan: string, { only }: { readonly only: readonly string[] }) =>
      run(async (context) => (await import('./apply.ts')).approvePlan(context, plan, only)),
    );
  program
    .command('reject')
    .description('decide that a plan that was held must not be applied')
    .argument('<plan>', 'its id')
    .addHelpText('after', examples('reject 3f9a1c20'))
    .action(async (plan: string) => run(async (context) => (await import('./apply.ts')).rejectHeldPlan(context, plan)));
}

/** Reads an option that is a list, and may be repeated. */
function listed(text: string, before: readonly string[]): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...before, ...items.filter((item) => item !== '')];
}

/** `plans …`: plans that were held. */
function addHeldPlans(program: Command, host: CommandHost): void {
  const { run } = host;
  const plans = program.command('plans').description('see plans that were held');
  plans
    .command('list')
    .description('plans that were held in the last month, the last one first')
    .addOption(new Option('--status <status>', 'of one status alone').choices(planStatuses))
    .option('--limit <count>', 'at most so many', countOf, 20)
    .addHelpText('after', examples('plans list', 'plans list --status held --json'))
    .action(async ({ limit, status }: PlansOptions) =>
      run(async (context) => {
        const given = { newest: String(Math.min(limit, rowsMax)), ...givenOf({ status }) };
        return showAnswer(context, ['listPlans', given], { as: rowsOf });
      }),
    );
  addShowPlan(plans, host);
}

/** `plans show PLAN`, which is looked for under `plan` as well. */
function addShowPlan(plans: Command, { run }: CommandHost): void {
  plans
    .command('show')
    .description('what a held plan would do, why it waits, and what moved since')
    .argument('<plan>', 'its id')
    .addHelpText('after', examples('plans show 3f9a1c20'))
    .action(async (plan: string) => run(async (context) => showAnswer(context, ['showHeldPlan', { plan }])));
}

const recordedJobs = jobs.filter(({ recordsRuns }) => recordsRuns).map(({ name }) => name);

/** `runs …`, `digest …` and `journal`: what was done. */
export function addRecordCommands(program: Command, { run }: CommandHost): void {
  const runs = program.command('runs').description('see what ran');
  runs
    .command('list')
    .description('the newest runs')
    .addOption(new Option('--job <name>', 'of one job alone').choices(recordedJobs))
    .addOption(
      new Option('--status <word>', 'only these').choices(['complete', 'partial', 'held', 'failed', 'unfinished']),
    )
    .option('--limit <count>', 'at most so many', countOf, 20)
    .option('--all', 'every one')
    .addHelpText('after', examples('runs list --job enforce --limit 5', 'runs list --status failed'))
    .action(async ({ all = false, limit, job, status }: RunsOptions) =>
      run(async (context) => {
        const given = { newest: String(all ? runsMax : Math.min(limit, runsMax)), ...givenOf({ job, status }) };
        return showAnswer(context, ['listRuns', given], { as: rowsOf });
      }),
    );
  runs
    .command('show')
    .description('one run')
    .argument('<run>', 'its id')
    .addHelpText('after', examples('runs show enforce-2026-03-15T02:30:00.000Z-nightly'))
    .action(async (id: string) => run(async (context) => showAnswer(context, ['showRun', { run: id }])));
  runs
    .command('void')
    .description('let runs go on that a clock which was ahead holds')
    .argument('<until>', 'the moment until which they are held, as "status" shows it')
    .requiredOption('--reason <text>', 'why; the journal keeps it, and who said so')
    .addHelpText('after', voidHelp)
    .action(async (until: string, { reason }: { readonly reason: string }) =>
      run(async (context) => showAnswer(context, ['voidRuns', { body: { until, reason } }])),
    );
  const digest = program.command('digest').description('see the weekly digests as they were sent');
  digest
    .command('list')
    .description('every page that was written, the newest first')
    .addHelpText('after', examples('digest list'))
    .action(async () => run(async (context) => showAnswer(context, ['listDigests', {}], { as: rowsOf })));
  digest
    .command('show')
    .description('one page as its mails say it')
    .argument('<day>', 'the day on which it was due')
    .option('--scope <scope>', 'org, or the teams as "digest list" names them', 'org')
    .addHelpText('after', examples('digest show 2026-03-16', 'digest show 2026-03-16 --scope team:web'))
    .action(async (day: string, { scope }: { readonly scope: string }) =>
      run(async (context) => showAnswer(context, ['showDigest', { day, scope }])),
    );
  program
    .command('journal')
    .description('what was done, by whom')
    .option('--from <day>', 'first day; six days before the last one unless given')
    .option('--through <day>', 'last day; today unless given')
    .option('--limit <count>', 'at most so many entries', countOf, 200)
    .addHelpText('after', examples('journal', 'journal --from 2026-03-01 --through 2026-03-15 --json'))
    .action(async (options: JournalOptions) =>
      run(async (context) => showAnswer(context, ['listJournal', journalRange(options)], { as: rowsOf })),
    );
}

function journalRange({ from, through, limit }: JournalOptions) {
  return {
    count: String(Math.min(limit, rowsMax)),
    from: from === undefined ? undefined : dayIn('--from', from),
    through: through === undefined ? undefined : dayIn('--through', through),
  };
}
