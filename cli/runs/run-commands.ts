import { type Command, Option } from 'commander';

import { describeChanges, tightestFirst } from '../../local/texts/describe-plan.ts';
import { type PlanStatus, planStatuses } from '../../shared/enforcement/held-plan.ts';
import { type ByHandJobName, byHandJobs } from '../../shared/jobs.ts';
import type { StartedByHand } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { PlanDocument, PlannedChangeDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type AsOfOptions, atOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { asOfHelp, baseHelp, countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer, type Shows } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { type ExitCode, exitCodes } from '../frame/exit-codes.ts';
import type { ImportOptions } from '../records/record-options.ts';
import type { RunOptions } from './by-hand/run-by-hand.ts';
import { describeHeldPlan, describeHeldPlans } from './describe-held-plan.ts';
import { describeHold } from './describe-hold.ts';

const rowsMax = 50;

/** What would change and why, and whether a guard would hold it. */
export function describePlanNow(plan: PlanDocument, style: Style): string {
  const { plan: planId, changes, dataThrough, held, besideHold } = plan;
  const title = `Plan ${planId}, on figures through ${dataThrough === null ? 'no day yet' : dayText(dataThrough)}:`;
  if (held?.guard === 'trust-gate') {
    return [describeHold(held), title, ...describeInDoubt(plan, style)].join('\n');
  }
  return [
    title,
    changes.length === 0 ? 'No cap would change.' : describeChanges(tightestFirst(changes), rowsMax, style),
    ...(held === null ? [] : [describeHold(held)]),
    ...(besideHold.length === 0
      ? []
      : [
          'Sent all the same, for strict pools and for users whom edits name:',
          describeChanges(besideHold, rowsMax, style),
        ]),
  ].join('\n');
}

/** How \`plan\` shows its document; \`--json\` has no headroom. */
const showsPlan: Shows<PlanDocument> = {
  text: describePlanNow,
  as: (plan) => ({
    ...plan,
    changes: plan.changes.map(withoutHeadroom),
    besideHold: plan.besideHold.map(withoutHeadroom),
  }),
  ends: ({ held }) => (held === null ? exitCodes.done : exitCodes.held),
};

function withoutHeadroom({ headroom: _headroom, ...change }: PlannedChangeDocument) {
  return change;
}

/** What goes on from the figures before those that are missing or in doubt, and what waits for them. */
function describeInDoubt({ changes, besideHold }: PlanDocument, style: Style): readonly string[] {
  const sent = new Set(besideHold.map(({ email }) => email));
  const waiting = changes.filter(({ email }) => !sent.has(email));
  return [
    ...(besideHold.length === 0
      ? ['Nothing is sent before the figures are known.']
      : [
          'Sent all the same, since it does not rest on the missing figures:',
          describeChanges(tightestFirst(besideHold), rowsMax, style),
        ]),
    ...(waiting.length === 0
      ? []
      : [
          'Waits for the figures, by which it is planned again:',
          describeChanges(tightestFirst(waiting), rowsMax, style),
        ]),
  ];
}

/** What the commands of this room do, loaded when one of them runs. */
export const loadRunWork = async () => (await import('./run-work.ts')).runWork;

/** So many plans are listed. */
const plansMax = 99_999;

/** `run …`, `plan`, `apply`, `approve`, `reject` and `plans …`: what sets limits, and what would. */
export function addRunCommands(program: Command, host: CommandHost): void {
  addJobs(program, host);
  addPlans(program, host);
  addHeldPlans(program, host);
}

/** Loads a command; its code is not there before. */
type LoadCommand = () => Promise<(context: CommandContext, options: RunOptions) => Promise<ExitCode>>;

/** The jobs that print something else than findings. */
const ownCommands: Readonly<Partial<Record<ByHandJobName, LoadCommand>>> = {
  enforce: async () => (await loadRunWork()).runEnforce,
  controls: async () => (await loadRunWork()).runControls,
};

/** `run NAME`, for each job that somebody may start by hand. */
export function addJobs(program: Command, { runBeginning }: CommandHost, own = ownCommands): void {
  const run = program.command('run').description('run a job now, or as of another moment');
  for (const { name, byHand } of byHandJobs) {
    const { help, dryRunHelp }: StartedByHand = byHand;
    const ownCommand = own[name];
    const watcher: LoadCommand = async () => {
      const { runWatcher } = await loadRunWork();
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

interface PlanOptions extends Pick<ImportOptions, 'at' | 'prune' | 'base' | 'format'> {
  readonly budgets?: string;
}

function addPlans(program: Command, host: CommandHost): void {
  const { run } = host;
  const plan = program
    .command('plan')
    .description('show what would change and why, without asking the platform or changing anything')
    .option('--at <time>', asOfHelp)
    .option('--budgets <file>', 'the impact of importing this file instead: a .csv, .yaml or .yml file')
    .option('--prune', 'as if what the file does not name were removed, of what it speaks of')
    .option('--base <file>', `of --budgets: ${baseHelp}`)
    .addOption(new Option('--format <format>', 'of --budgets: as a comment for a pull request').choices(['markdown']))
    .option('--dry-run', 'a plan never changes anything; understood for the sake of scripts')
    .addHelpText(
      'after',
      examples('plan', 'plan --json', 'plan --budgets proposed.csv', 'plan --budgets proposed.csv --format markdown'),
    )
    .action(async ({ budgets, ...options }: PlanOptions) =>
      run(async (context) =>
        budgets === undefined
          ? showAnswer(context, ['showPlan', atOf(withoutFile(options))], showsPlan)
          : (await loadRunWork()).importFile(context, {
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
    .argument('[plan]', 'its id; default: the present plan')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', examples('apply', 'apply 3f9a1c20'))
    .action(async (plan: string | undefined, options: AsOfOptions) =>
      run(async (context) => (await loadRunWork()).applyPlan(context, plan, options)),
    );
  program
    .command('approve')
    .description('apply a plan that was held')
    .argument('<plan>', 'its id')
    .option('--only <emails>', 'release the rows of these users, and no other; may be repeated', listed, [])
    .addHelpText('after', examples('approve 3f9a1c20', 'approve 3f9a1c20 --only ann@acme.example,bob@acme.example'))
    .action(async (plan: string, { only }: { readonly only: readonly string[] }) =>
      run(async (context) => (await loadRunWork()).approvePlan(context, plan, only)),
    );
  program
    .command('reject')
    .description('decide that a plan that was held must not be applied')
    .argument('<plan>', 'its id')
    .addHelpText('after', examples('reject 3f9a1c20'))
    .action(async (plan: string) => run(async (context) => (await loadRunWork()).rejectHeldPlan(context, plan)));
}

/** Raises CommandError for options that go with a file. */
function withoutFile({ at, base, format }: PlanOptions): AsOfOptions {
  if (base !== undefined || format !== undefined) {
    throw wrongUsage('--base and --format go with --budgets FILE');
  }
  return { at };
}

/** Reads an option that is a list, and may be repeated. */
function listed(text: string, before: readonly string[]): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...before, ...items.filter((item) => item !== '')];
}

function addHeldPlans(program: Command, host: CommandHost): void {
  const { run } = host;
  const plans = program.command('plans').description('see plans that were held');
  plans
    .command('list')
    .description('plans that were held in the last month, the last one first')
    .addOption(new Option('--status <status>', 'of one status alone').choices(planStatuses))
    .option('--limit <count>', 'at most so many', countOf, 20)
    .addHelpText('after', examples('plans list', 'plans list --status held --json'))
    .action(async ({ limit, status }: { readonly status?: PlanStatus; readonly limit: number }) =>
      run(async (context) => {
        const given = { newest: String(Math.min(limit, plansMax)), ...givenOf({ status }) };
        return showAnswer(context, ['listPlans', given], {
          text: (document, style) => describeHeldPlans(document, status, style),
          as: rowsOf,
        });
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
    .action(async (plan: string) =>
      run(async (context) => showAnswer(context, ['showHeldPlan', { plan }], { text: describeHeldPlan })),
    );
}
