import { moneyNow } from '../kernel/texts/credits.ts';
import { exactCosts, exactMoney, priceOn, pricesIn, type CreditPrice } from '../kernel/texts/money.ts';
import type { Day } from '../kernel/time/day.ts';
import type { ExportKind } from './export-kinds.ts';
import { focusRow } from './focus.ts';
import type { UsageRow } from './usage-row.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Kinds with a row for each day or moment; the others are as they are now. */
export const datedKinds: readonly ExportKind[] = ['usage', 'journal'];

/** The list of the admin API that has the rows of a kind; usage has an operation of its own. */
export const exportedLists = {
  budgets: 'listBudgets',
  limits: 'listCaps',
  alerts: 'listAlerts',
  journal: 'listJournal',
} as const satisfies Record<Exclude<ExportKind, 'usage'>, string>;

/** So many entries of the journal are answered at most. */
export const entriesOfDayMax = 99_999;

/** What is asked of a list: alerts whatever their status, and each entry of a day of the journal. */
export function exportedQuery(what: ExportKind): Readonly<Record<string, string>> {
  return what === 'alerts' ? { status: 'all' } : what === 'journal' ? { count: String(entriesOfDayMax) } : {};
}

export const usageColumns = [
  'day',
  'status',
  'userId',
  'email',
  'team',
  'model',
  'credits',
  'correctedOn',
  'money',
  'currency',
];

/** Usage with what it cost at the price of its day: exact, and null without a price. */
export function withMoney(rows: readonly UsageRow[], prices: readonly string[]) {
  const known = pricesIn(prices).map((price) => ({ ...price, costOf: exactCosts(price) }));
  return rows.map((row) => {
    const price = priceOn(known, row.day);
    return { ...row, money: price?.costOf(row.credits) ?? null, currency: price?.currency ?? null };
  });
}

/** Fields that hold credits: each is followed by what they cost at the price of today. */
const creditFields: Readonly<Record<ExportKind, readonly string[]>> = {
  usage: [],
  budgets: ['amount', 'topUps', 'allowed', 'used', 'left'],
  limits: ['limit', 'used', 'headroom', 'exposure'],
  alerts: [],
  journal: [],
};

/** The columns of a kind, with those of money where the organization has a price. */
export function withMoneyColumns(what: ExportKind, columns: readonly string[]): readonly string[] {
  const priced = pricedFields(what);
  return columns.flatMap((name) => (priced.includes(name) ? [name, `${name}Money`] : [name]));
}

/** A row of a list with what its credits cost. */
export function withMoneyCells(what: ExportKind, row: ExportedRow): ExportedRow {
  const money = pricedFields(what).flatMap((name) => {
    const credits = row[name];
    const cost = typeof credits === 'number' ? moneyNow(credits) : undefined;
    return cost === undefined ? [] : [[`${name}Money`, `${exactMoney(cost)} ${cost.currency}`] as const];
  });
  return { ...row, ...Object.fromEntries(money) };
}

function pricedFields(what: ExportKind): readonly string[] {
  return moneyNow(0) === undefined ? [] : creditFields[what];
}

/** Usage as rows of FOCUS, which needs the price of each day: the first day without one is named. */
export function focusRows(
  rows: readonly UsageRow[],
  {
    prices,
    ...terms
  }: {
    readonly account: string;
    readonly anchorDay: number;
    /** In the order of their first days. */
    readonly prices: readonly CreditPrice[];
  },
): { readonly rows: readonly ExportedRow[] } | { readonly unpriced: Day } {
  const made: ExportedRow[] = [];
  for (const row of rows) {
    const price = priceOn(prices, row.day);
    if (price === undefined) {
      return { unpriced: row.day };
    }
    made.push(focusRow(row, { ...terms, price }));
  }
  return { rows: made };
}

export function focusColumns(): readonly string[] {
  const nothing = {
    status: 'complete',
    userId: null,
    email: null,
    team: null,
    model: null,
    credits: 0,
    correctedOn: null,
  } as const;
  const price = { from: '2026-01-01', amount: '1', currency: 'EUR' };
  return Object.keys(focusRow({ ...nothing, day: price.from }, { account: '', price, anchorDay: 1 }));
}

/** An example of prices that count from an earlier day: those that are set, with one before them. */
export function pricesFrom(day: Day, set: readonly string[]): string {
  return [`${day} 12.50 EUR`, ...set].join(';');
}

/** A value as a cell, before it is made harmless: lists of words as in our other files, all else as JSON. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.join(';');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
