import { readSettings } from '../../local/settings/read-settings.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { backtestOf, type BacktestSetup } from '../../shared/backtest/backtest-setup.ts';
import type { BacktestDocument } from '../../shared/backtest/contract.ts';
import { tryBudgets } from '../../shared/backtest/proposed-budgets.ts';
import type { PolicyScore } from '../../shared/backtest/score.ts';
import { readTrace, type Trace, type WantedUse } from '../../shared/backtest/trace.ts';
import {
  backtestDocument,
  backtestPolicies,
  type LedgerTrace,
  traceOfSpans,
  type TraceSpan,
} from '../../shared/backtest/use-cases.ts';
import type { BudgetTerms } from '../../shared/budgets/budget.ts';
import { teamIn } from '../../shared/budgets/scope.ts';
import type { TeamOf } from '../../shared/caps/shares/shared-budget.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { historyStart } from '../../shared/ledger/reading-range.ts';
import { assignTeams } from '../../shared/teams/assign-teams.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { type ExitCode, exitCodes } from '../frame/exit-codes.ts';
import { readTraceFrom } from '../frame/files/read-file.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { validFileFrom } from '../records/valid-file.ts';
import { type BacktestOptions, type BacktestOrder, parseBacktestOrder } from './backtest-order.ts';
import { describeBacktest } from './backtest-report.ts';

/** The trace of a file. Raises CommandError naming every problem. */
function traceOfFile(context: CommandContext, path: string): Trace {
  const { rows, repeatedRows, problems } = readTraceFrom(context.io, path);
  if (problems.length > 0) {
    const lines = problems.map(({ at, text }) => plainText(`  ${at}: ${text}`));
    throw new CommandError(`${quotedValue(path)} is not a trace:\n${lines.join('\n')}`, exitCodes.failed, {
      problems: problems.map(({ at, text }) => ({ at, problem: text })),
    });
  }
  if (repeatedRows > 0) {
    context.note(`${counted(repeatedRows, 'row')} repeated the user and day of another: their credits were added up.`);
  }
  return traceOf(rows, 'the file has no rows below its first line; give one row a user and day');
}

/** The longest part of the ledger that is replayed: three years, a week a call. */
const weeksMax = 157;

async function traceOfLedger(context: CommandContext): Promise<ReplayedUse> {
  const bar = progressBar(context.io);
  const today = dayOf(context.io.now());
  const spans = await withApi(context, async (api) => {
    const read: TraceSpan[] = [];
    for (let week = 0; week < weeksMax; week += 1) {
      bar.show('Reading the ledger', week, weeksMax);
      const through = addDays(today, -7 * week);
      if (through < historyStart) {
        break;
      }
      const given = { from: addDays(through, -6), through, ...(week === 0 && { people: 'true' as const }) };
      read.unshift((await api.read('showTrace', given)).document);
    }
    return read;
  }).finally(() => bar.stop());
  const { rows, unknownDays, metadataOf } = traceOfSpans(spans);
  const trace = traceOf(
    rows,
    'the ledger holds no complete day yet; let "npx curfew run enforce" read some, or give a file with --trace',
  );
  context.note('The ledger holds what was granted: a user who was stopped in those days wanted more than is replayed.');
  if (unknownDays > 0) {
    context.note(`${counted(unknownDays, 'day')} in between had no figures, counted as without use.`);
  }
  return { trace, metadataOf };
}

/** What is replayed; the metadata of its users is known where it is the ledger. */
interface ReplayedUse {
  readonly trace: Trace;
  readonly metadataOf?: LedgerTrace['metadataOf'];
}

function traceOf(rows: readonly WantedUse[], ifEmpty: string): Trace {
  const reading = readTrace(rows);
  if (reading.kind === 'read') {
    return reading.trace;
  }
  switch (reading.reason) {
    case 'empty':
      throw new CommandError(ifEmpty);
    case 'too-long':
      throw new CommandError('the trace spans more than ten years; look for a mistyped date, or give fewer days');
    case 'too-large':
      throw new CommandError('the trace has too many users times days (10 million at most); give fewer days');
  }
}

/** `backtest`: replays wanted use through the policies of a pool, and through proposed budgets. Changes nothing. */
export async function runBacktest(context: CommandContext, options: BacktestOptions): Promise<ExitCode> {
  const order = parseBacktestOrder(options);
  const proposal = options.budgets === undefined ? undefined : proposalFrom(context, options.budgets);
  const anchorDay = order.anchorDay ?? (await anchorDayOf(context));
  const used: ReplayedUse =
    options.trace === undefined ? await traceOfLedger(context) : { trace: traceOfFile(context, options.trace) };
  const { trace } = used;
  const setup = setupOf(order, anchorDay);
  const document = backtestDocument({
    source: options.trace === undefined ? 'ledger' : 'file',
    trace,
    anchorDay,
    scores: setup === undefined ? [] : scoresOf(context, trace, setup),
    setup,
    trial:
      proposal === undefined
        ? undefined
        : tryBudgets(trace, proposal.budgets, { anchorDay, teamOf: proposal.teamsOf(trace.users, used.metadataOf) }),
  }) satisfies BacktestDocument;
  context.print({ json: document, text: describeBacktest(document, context.style) });
  return exitCodes.done;
}

/** Opens no local table, so without an installation the default applies. */
async function anchorDayOf(context: CommandContext): Promise<number> {
  const { chosen } = context;
  if (chosen.kind === 'machine') {
    return readSettings(stateFolderAt(chosen.stateDir).settingsFile, { isDemo: false }).platformWindowAnchorDay;
  }
  const name = 'platformWindowAnchorDay';
  const { document } = await withApi(context, async (api) => api.read('showSettings', { name }));
  return Number(document.rows[0]?.value);
}

function setupOf(
  { poolCredits, window, overcommitFactor, live }: BacktestOrder,
  anchorDay: number,
): BacktestSetup | undefined {
  return poolCredits === undefined
    ? undefined
    : { ...backtestOf({ amountCredits: poolCredits, window }), platformWindow: { anchorDay }, overcommitFactor, live };
}

function scoresOf({ io }: CommandContext, trace: Trace, setup: BacktestSetup): readonly PolicyScore[] {
  const bar = progressBar(io);
  try {
    return backtestPolicies(trace, setup, ({ policy, done, total }) => bar.show(`Replaying ${policy}`, done, total));
  } finally {
    bar.stop();
  }
}

/** Budgets to be tried on a trace, with the teams that their file has. */
interface Proposal {
  readonly budgets: readonly BudgetTerms[];
  /** Who of the users of a trace is in which team; by their metadata too, where it is known. */
  teamsOf(users: readonly string[], metadataOf: ReplayedUse['metadataOf']): TeamOf;
}

/** Reads a file of budgets to try. Budgets of teams it lacks are left out, with a note. Raises what reading raises. */
function proposalFrom(context: CommandContext, path: string): Proposal {
  const file = validFileFrom(context, path, 'budgets').file;
  const names = new Set(file.teams.map(({ terms }) => terms.name));
  const replayed = file.budgets.filter(({ terms: { scope } }) => {
    const team = teamIn(scope);
    return team === undefined || names.has(team);
  });
  if (replayed.length < file.budgets.length) {
    context.note('Budgets of teams that the file does not have under "teams:" are left out.');
  }
  const teams = file.teams.map(({ terms }, index) => ({
    ...terms,
    position: index + 1,
    version: 1,
    updatedBy: '',
    updatedAt: '',
  }));
  return {
    budgets: replayed.map(({ terms }) => ({ ...terms, forecastAlert: terms.forecastAlert ?? true })),
    teamsOf(users, metadataOf) {
      const isByMetadata = teams.some(({ members }) => members.some(({ kind }) => kind === 'metadata'));
      if (isByMetadata && metadataOf === undefined) {
        context.note('A file has no metadata: members by metadata are left out, those by email and glob are not.');
      }
      const roster = users.map((user) => {
        const metadata = metadataOf?.get(user);
        return { userId: user, email: user, metadata };
      });
      return assignTeams(roster, teams).teamOf;
    },
  };
}
