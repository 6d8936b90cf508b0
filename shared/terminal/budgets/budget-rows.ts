import type { BudgetTerms } from '../../budgets/budget.ts';
import { budgetRecord } from '../../budgets/contract/budget.ts';
import { budgetNowDocument } from '../../budgets/use-cases.ts';
import type { BudgetOutlook } from '../../explanation/budget-outlook.ts';
import { termsIn } from '../../kernel/records/diff-records.ts';
import type { PlainFields } from '../../kernel/records/record-kind.ts';
import type { InvalidBudget } from '../../kernel/records/use-cases/ports.ts';
import { grouped, rounded } from '../../kernel/texts/amounts.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { Column } from '../draw-grid.ts';
import { recordCells, recordColumns, recordDocument, recordFacts } from '../records/record-rows.ts';
import { shownRows } from '../shown-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** Budgets as a table, those first that run out first. */
export function budgetTable(outlooks: readonly BudgetOutlook[], style: Style): string {
  const { rows, footer } = shownRows(outlooks.toSorted(firstToRunOut), { style, what: 'budget' });
  return [renderTable(columns(), rows.map(cells), style), ...footer].join('\n');
}

/** All facts of each budget. */
export function budgetFacts(outlooks: readonly BudgetOutlook[], style: Style): string {
  return outlooks
    .map((outlook) => recordFacts(budgetRecord, outlook.budget, { style, more: figures(outlook) }))
    .join('\n\n');
}

/** A row that cannot be read, and the version in force in its place, as the JSON documents show them. */
export function invalidDocument({ scope, window, problem, lastValid }: InvalidBudget) {
  return {
    scope,
    window,
    problem,
    inForce: lastValid === undefined ? null : recordDocument(budgetRecord, lastValid),
  };
}

/** The fields of the record, then what is known of it now; its `from` and `to` are those of the record. */
export function outlookDocument({ budget, now }: BudgetOutlook, today: Day): PlainFields {
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
