import { budgetRecord } from '../../shared/budgets/contract/budget.ts';
import { describeInvalidBudget } from '../../shared/budgets/invalid-budget.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import {
  amountState,
  describeOverUntil,
  leftText,
  type UseOfAmount,
  useOfBudget,
} from '../../shared/kernel/texts/amount-state.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsText, shortCredits } from '../../shared/kernel/texts/credits.ts';
import { type DayRange, rangeText } from '../../shared/kernel/time/day.ts';
import { noBudgetYet } from '../../shared/suggestion/first-budget.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';
import { describeStep, recordCells, recordColumns, recordFacts, versionTable } from '../records/record-rows.ts';

type Budgets = OperationDocument<'listBudgets'>;
type Row = Budgets['rows'][number];

/** Budgets as a table, those first that run out first. */
export function describeBudgets({ rows: budgets, count }: Budgets, style: Style): string {
  if (count === 0) {
    return noBudgetYet;
  }
  const { rows, footer } = shownRows(budgets.toSorted(firstToRunOut), { style, what: 'budget' });
  return [renderTable(columns(), rows.map(cells), style), ...footer].join('\n');
}

export function budgetFacts(budgets: readonly Row[], style: Style): string {
  return budgets.map((row) => recordFacts(budgetRecord, row, { style, more: figures(row) })).join('\n\n');
}

/** Versions with who, when, how, before and after, as a table. */
export function describeBudgetVersions(
  versions: OperationDocument<'listBudgetVersions'>['rows'],
  style: Style,
): string {
  return versions.length === 0
    ? 'No budget was ever made there.'
    : versionTable(
        versions,
        {
          names: ['Scope', 'Window'],
          cells: ({ scope, window }) => [scope, window],
          what: (version) => describeStep(budgetRecord, version),
        },
        style,
      );
}

/** A row of the table that cannot be read, and what follows from it. */
export function describeInvalid(row: Budgets['invalid'][number]): string {
  return describeInvalidBudget({ ...row, lastValid: row.inForce ?? undefined });
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

function cells(row: Row): readonly string[] {
  const { used, forecast } = row;
  const range = forecast === null ? '' : `${shortCredits(forecast.low)} to ${shortCredits(forecast.high)}`;
  const use = useOf(row);
  const amounts = [
    used === null ? '' : creditsOver(used, windowOf(row), 'short'),
    use === undefined ? '' : leftText(use, shortCredits),
  ];
  return recordCells(budgetRecord, row).toSpliced(amountAt() + 1, 0, ...amounts, range, runsOut(row));
}

function windowOf({ windowFrom, windowThrough }: Row): DayRange {
  const from = windowFrom ?? '';
  return { from, through: windowThrough ?? from };
}

function amountAt(): number {
  return budgetRecord.names.indexOf('amount');
}

/** The default is each person's own: it runs out for one, not for all. */
function runsOut(row: Row): string {
  const { windowFrom, people, runsOutOn } = row;
  if (windowFrom === null) {
    return 'not in force';
  }
  const use = useOf(row);
  return people === null && use !== undefined && amountState(use) === 'used-up' ? 'used up' : (runsOutOn ?? '');
}

function useOf(row: Row): UseOfAmount | undefined {
  const amount = row['amount'];
  return useOfBudget({ ...row, amount: typeof amount === 'number' ? amount : 'unlimited' });
}

/** How far a budget is past its amount, where limits go on; else what is left of it. */
function leftFact(row: Row): string | undefined {
  const use = useOf(row);
  if (use === undefined) {
    return undefined;
  }
  return amountState(use) === 'over-budget' ? describeOverUntil(use, row.runsOutOn) : leftText(use);
}

function figures(row: Row): readonly (readonly [string, string])[] {
  const { windowFrom, used, topUps, forecast, people, highest } = row;
  if (windowFrom === null) {
    return [['now', 'not in force']];
  }
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['window now', rangeText(windowOf(row))],
    ['topUps', topUps === null || topUps === 0 ? undefined : creditsText(topUps)],
    ['people', people === null ? undefined : `${grouped(people)}; the most used is by ${highest ?? 'no one'}`],
    ['used', creditsOver(used ?? 0, windowOf(row))],
    ['left', leftFact(row)],
    [
      'forecast',
      forecast === null
        ? undefined
        : `${creditsText(forecast.mean)} by the end of the window, most likely ${creditsText(forecast.low)} to ${creditsText(forecast.high)}`,
    ],
    ['runs out', runsOut(row) === '' ? undefined : runsOut(row)],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

function firstToRunOut(a: Row, b: Row): number {
  const [first, second] = [a, b].map(({ runsOutOn }) => runsOutOn ?? '9999');
  return Number((first ?? '') > (second ?? '')) - Number((first ?? '') < (second ?? ''));
}
