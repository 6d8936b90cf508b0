import { budgetNowDocument, readBudgetOutlooks } from '../../shared/application/queries/budget-outlooks.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import type { BudgetTerms } from '../../shared/domain/budgets/budget.ts';
import { describeInvalidBudget } from '../../shared/domain/budgets/invalid-budget.ts';
import { budgetState, type BudgetOutlook } from '../../shared/domain/explanation/budget-outlook.ts';
import { termsIn } from '../../shared/domain/records/diff-records.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { rounded } from '../../shared/domain/texts/rounded.ts';
import type { Day } from '../../shared/domain/time/day.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { shownRows } from '../../shared/terminal/shown-rows.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { recordCells, recordColumns, recordDocument, recordFacts } from '../../shared/terminal/records/record-rows.ts';
import { invalidDocument, selection, type ScopeWords } from './budgets.ts';

export interface BudgetListOptions extends AsOfOptions {
  readonly all?: boolean;
  readonly team?: string;
  readonly status?: string;
}

/** `budgets list`: every budget with what is used and expected, and the rows of the table that cannot be read as one. */
export async function listBudgets(context: CommandContext, options: BudgetListOptions): Promise<ExitCode> {
  const { team, status, all } = options;
  const atMs = momentOf(context, options);
  const { invalid, today, outlooks, teams } = await withInstallation(context, async (installation) => ({
    ...(await installation.budgets.list()),
    ...(await outlooksOf(installation, atMs, team)),
  }));
  if (team !== undefined && !teams.includes(team)) {
    throw new CommandError(`There is no team ${team}; see "teams list"`);
  }
  const wanted = outlooks.filter((outlook) => status === undefined || budgetState(outlook) === status);
  const { rows, footer } = shownRows(wanted.toSorted(firstToRunOut), { style: context.style, all, what: 'budget' });
  context.tell({
    json: { budgets: wanted.map((outlook) => outlookDocument(outlook, today)), invalid: invalid.map(invalidDocument) },
    text:
      outlooks.length === 0
        ? 'There are no budgets yet; make one with "budgets set" or "budgets import".'
        : [renderTable(columns(), rows.map(cells), context.style), ...footer].join('\n'),
  });
  invalid.forEach((row) => context.note(describeInvalidBudget(row)));
  return exitCodes.done;
}

/** `budgets show SCOPE [WINDOW]`: all facts of a scope's budgets. */
export async function showBudgets(context: CommandContext, words: ScopeWords, options: AsOfOptions): Promise<ExitCode> {
  const { isWanted, text } = selection(words);
  const atMs = momentOf(context, options);
  const { outlooks, today } = await withInstallation(context, async (installation) => outlooksOf(installation, atMs));
  const found = outlooks.filter(({ budget }) => isWanted(budget));
  if (found.length === 0) {
    throw new CommandError(`There is no budget for ${text}`);
  }
  context.tell({
    json: found.map((outlook) => outlookDocument(outlook, today)),
    text: found
      .map((outlook) => recordFacts(budgetRecord, outlook.budget, { style: context.style, more: figures(outlook) }))
      .join('\n\n'),
  });
  return exitCodes.done;
}

async function outlooksOf(installation: Installation, atMs: number, team?: string) {
  const order = { ...snapshotOrder(installation, atMs), isInDepth: false, ...(team !== undefined && { team }) };
  return readBudgetOutlooks(snapshotPorts(installation), order);
}

/** The fields of the record, then what is known of it now; its `from` and `to` are those of the record. */
function outlookDocument({ budget, now }: BudgetOutlook, today: Day) {
  const { from: windowFrom, through: windowThrough, ...known } = budgetNowDocument(now, today);
  return { ...recordDocument(budgetRecord, budget), windowFrom, windowThrough, ...known };
}

const known: readonly Column[] = [
  { title: 'Used', align: 'right' },
  { title: 'Left', align: 'right' },
  { title: 'Forecast', align: 'right', isMinor: true },
  { title: 'Runs out' },
];

/** What is known stands behind the amount, and goes before the terms. */
function columns(): readonly Column[] {
  const terms = recordColumns(budgetRecord);
  return terms
    .map((column, at) => (at > amountAt() ? { ...column, isMinor: true as const } : column))
    .toSpliced(amountAt() + 1, 0, ...known);
}

function cells({ budget, now }: BudgetOutlook): readonly string[] {
  const terms = recordCells(budgetRecord, termsIn<BudgetTerms>(budget));
  const { usedCredits, leftCredits, forecast } = now ?? {};
  const range = forecast === undefined ? '' : `${rounded(forecast.lowCredits)} to ${rounded(forecast.highCredits)}`;
  const used = usedCredits === undefined ? '' : rounded(usedCredits);
  const left = leftCredits === undefined ? '' : rounded(leftCredits);
  return terms.toSpliced(amountAt() + 1, 0, used, left, range, runsOut(now));
}

function amountAt(): number {
  return budgetRecord.names.indexOf('amount');
}

/** The default is everybody's own: it runs out for one person, not for all. */
function runsOut(now: BudgetOutlook['now']): string {
  if (now === undefined) {
    return 'not in force';
  }
  return now.people === undefined && now.leftCredits === 0 ? 'used up' : (now.runsOutOn ?? '');
}

function figures({ now }: BudgetOutlook): readonly (readonly [string, string])[] {
  if (now === undefined) {
    return [['now', 'not in force']];
  }
  const { window, usedCredits, leftCredits, topUpCredits, forecast, people } = now;
  return [
    ['window now', `${window.from} to ${window.through}`],
    ...(topUpCredits === 0 ? [] : ([['topUps', grouped(topUpCredits)]] as const)),
    ...(people === undefined
      ? []
      : ([['people', `${grouped(people.count)}; the most used is by ${people.highestEmail ?? 'nobody'}`]] as const)),
    ['used', grouped(usedCredits)],
    ...(leftCredits === undefined ? [] : ([['left', grouped(leftCredits)]] as const)),
    ...(forecast === undefined ? [] : ([['forecast', forecastWords(forecast)]] as const)),
    ...(runsOut(now) === '' ? [] : ([['runs out', runsOut(now)]] as const)),
  ];
}

function forecastWords({
  expectedCredits,
  lowCredits,
  highCredits,
}: NonNullable<BudgetOutlook['now']>['forecast'] & {}): string {
  return `${grouped(expectedCredits)} by the end of the window, most likely ${grouped(lowCredits)} to ${grouped(highCredits)}`;
}

function firstToRunOut(a: BudgetOutlook, b: BudgetOutlook): number {
  const [first, second] = [a, b].map(({ now }) => now?.runsOutOn ?? '9999');
  return Number((first ?? '') > (second ?? '')) - Number((first ?? '') < (second ?? ''));
}
