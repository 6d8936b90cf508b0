import { type Command, Option } from 'commander';

import type { DigestDocument } from '../../shared/digest/contract.ts';
import { jobs } from '../../shared/jobs.ts';
import { describeEntry } from '../../shared/journal/describe-entry.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import type { RunRecordDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import type { RunStatus } from '../../shared/kernel/runs/run.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { cleanText, plainText } from '../../shared/kernel/texts/plain-text.ts';
import { weekdayAndDay } from '../../shared/kernel/texts/run-out.ts';
import { addDays, dayOf, dayText } from '../../shared/kernel/time/day.ts';
import { wrapped } from '../../shared/terminal/fit-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { dayIn } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { countOf, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { openRunText } from '../status/describe-status.ts';
import { loadRunWork } from './run-commands.ts';

/** Pages of digests as a table. */
function describeDigests(digests: readonly DigestDocument[], style: Style): string {
  const columns = [
    { title: 'Due on' },
    { title: 'Scope' },
    { title: 'Recipients', align: 'right' },
    { title: 'Subject' },
  ] as const;
  const rows = digests.map(({ dueOn, scope, recipients, subject }) => [
    dueOn,
    scope,
    String(recipients.length),
    subject,
  ]);
  return rows.length === 0 ? 'No digest was written yet; "run digest" writes it.' : renderTable(columns, rows, style);
}

/** Runs as a table, in their order. */
function describeRuns(
  runs: readonly RunRecordDocument[],
  {
    newest,
    status,
  }: {
    /** At most so many, the newest. */
    readonly newest: number;
    readonly status: string | undefined;
  },
  style: Style,
): string {
  if (runs.length === 0) {
    return status === undefined ? 'There are no runs yet.' : `No run is ${status}.`;
  }
  const rows = runs.map((run) => [
    run.run,
    run.startedAt,
    run.status ?? openRunText(run.cutOff),
    run.dataThrough ?? '',
    grouped(run.capsChanged),
    grouped(run.capsFailed),
  ]);
  const columns = [
    { title: 'Run' },
    { title: 'Started' },
    { title: 'Status' },
    { title: 'Data through' },
    { title: 'Caps changed', align: 'right' },
    { title: 'Failed', align: 'right' },
  ] as const;
  const rest =
    runs.length < newest ? [] : [`These are the newest ${newest} at most; --limit shows more, --all every one.`];
  return [renderTable(columns, rows, style), ...rest].join('\n');
}

/** Entries of the journal under their UTC days, in their order: a sentence each. */
function describeJournal(
  entries: OperationDocument<'listJournal'>['rows'],
  {
    from,
    through,
    count,
  }: {
    readonly from: string;
    readonly through: string;
    /** At most so many entries. */
    readonly count: string;
  },
  { colors, columns }: Style,
): string {
  if (entries.length === 0) {
    return `Nothing was done from ${dayText(from)} to ${dayText(through)}.`;
  }
  const days = [...Map.groupBy(entries, ({ at }) => at.slice(0, 10))].map(([day, ofDay]) => {
    const lines = ofDay.flatMap((entry) => {
      const said = columns === undefined ? cleanText(describeEntry(entry)) : plainText(describeEntry(entry));
      const folded = columns === undefined ? [said] : wrapped(said, Math.max(20, columns - timeColumns));
      return folded.map(
        (line, index) => `${index === 0 ? ` ${entry.at.slice(11, 16)}  ` : ' '.repeat(timeColumns)}${line}`,
      );
    });
    return [colors.bold(`${weekdayAndDay(day)} ${day.slice(0, 4)} (UTC)`), ...lines].join('\n');
  });
  const rest =
    entries.length < Number(count) ? [] : [`These are the first ${count} entries at most; --limit shows more.`];
  return [...days, ...rest].join('\n\n');
}

/** A time, with a space before it and two behind. */
const timeColumns = 8;

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

/** So many runs of each job are looked through; so many entries of the journal, of so many days. */
const runsMax = 10_000;
const entriesMax = 99_999;
const journalDays = 7;

const voidHelp = `
A run that set limits as of a moment that has not come yet, by a wrong clock, holds
the runs after it until then. Correct the clock first, and check it with "npx curfew doctor".
Then this ends the hold. The limits stay as they are until the next run.

Example:
  $ npx curfew runs void 2027-03-15T02:30:00.000Z --reason "the clock was four months ahead"`;

const recordedJobs = jobs.filter(({ recordsRuns }) => recordsRuns).map(({ name }) => name);

/** `runs …`, `digest …` and `journal`: what was done. */
export function addRecordCommands(program: Command, host: CommandHost): void {
  addRuns(program, host);
  addDigests(program, host);
  addJournal(program, host);
}

function addRuns(program: Command, { run }: CommandHost): void {
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
        const newest = all ? runsMax : Math.min(limit, runsMax);
        return showAnswer(context, ['listRuns', { newest: String(newest), ...givenOf({ job, status }) }], {
          text: ({ rows }, style) => describeRuns(rows, { newest, status }, style),
          as: rowsOf,
        });
      }),
    );
  runs
    .command('show')
    .description('one run')
    .argument('<run>', 'its id')
    .addHelpText('after', examples('runs show enforce-2026-03-15T02:30:00.000Z-nightly'))
    .action(async (id: string) =>
      run(async (context) => {
        const { describeRecord } = await loadRunWork();
        return showAnswer(context, ['showRun', { run: id }], { text: describeRecord });
      }),
    );
  runs
    .command('void')
    .description('let runs go on that a clock which was ahead holds')
    .argument('<until>', 'the moment until which they are held, as "npx curfew status" shows it')
    .requiredOption('--reason <text>', 'why; the journal keeps it, and who said so')
    .addHelpText('after', voidHelp)
    .action(async (until: string, { reason }: { readonly reason: string }) =>
      run(async (context) =>
        showAnswer(context, ['voidRuns', { body: { until, reason } }], {
          text: ({ runs: voided }) =>
            `${counted(voided.length, 'run')} ahead of the clock no longer hold others. The limits that they sent stay until the next run plans them again.`,
          notes: () => ['The schedule starts the next run; "npx curfew run enforce" starts one now.'],
        }),
      ),
    );
}

function addDigests(program: Command, { run }: CommandHost): void {
  const digest = program.command('digest').description('see the weekly digests as they were sent');
  digest
    .command('list')
    .description('every page that was written, the newest first')
    .addHelpText('after', examples('digest list'))
    .action(async () =>
      run(async (context) =>
        showAnswer(context, ['listDigests', {}], {
          text: ({ rows }, style) => describeDigests(rows, style),
          as: rowsOf,
        }),
      ),
    );
  digest
    .command('show')
    .description('one page as its mails say it')
    .argument('<day>', 'the day on which it was due')
    .option('--scope <scope>', 'org, or the teams as "npx curfew digest list" names them', 'org')
    .addHelpText('after', examples('digest show 2026-03-16', 'digest show 2026-03-16 --scope team:web'))
    .action(async (day: string, { scope }: { readonly scope: string }) =>
      run(async (context) =>
        showAnswer(context, ['showDigest', { day, scope }], { text: ({ text }) => text.trimEnd() }),
      ),
    );
}

function addJournal(program: Command, { run }: CommandHost): void {
  program
    .command('journal')
    .description('what was done, by whom')
    .option('--from <day>', 'first day; six days before the last one unless given')
    .option('--through <day>', 'last day; today unless given')
    .option('--limit <count>', 'at most so many entries', countOf, 200)
    .addHelpText('after', examples('journal', 'journal --from 2026-03-01 --through 2026-03-15 --json'))
    .action(async (options: JournalOptions) =>
      run(async (context) => {
        const given = journalRange(context, options);
        return showAnswer(context, ['listJournal', given], {
          text: ({ rows }, style) => describeJournal(rows, given, style),
          as: rowsOf,
        });
      }),
    );
}

/** The range that is asked for: the last week unless another one is given. */
function journalRange({ io }: CommandContext, { limit, ...given }: JournalOptions) {
  const through = given.through === undefined ? dayOf(io.now()) : dayIn('--through', given.through);
  return {
    count: String(Math.min(limit, entriesMax)),
    from: given.from === undefined ? addDays(through, 1 - journalDays) : dayIn('--from', given.from),
    through,
  };
}
