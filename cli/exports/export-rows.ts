import type * as z from 'zod';

import { budgetsContract } from '../../shared/budgets/contract/budgets-contract.ts';
import { capsContract } from '../../shared/caps/contract/caps-contract.ts';
import type { ExportKind } from '../../shared/exports/export-kinds.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { runsContract } from '../../shared/kernel/runs/contract/runs-contract.ts';
import { moneyNow } from '../../shared/kernel/texts/credits.ts';
import { exactMoney } from '../../shared/kernel/texts/money.ts';
import type { Day, DayRange } from '../../shared/kernel/time/day.ts';
import { alertsContract } from '../../shared/notifications/contract.ts';

export type ExportedRow = Readonly<Record<string, unknown>>;

/** Rows a page at a time, and the columns that any of them may have. */
export interface ExportedRows {
  readonly columns: readonly string[];
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
}

const rowsOfPage = '5000';

type ListId = 'listBudgets' | 'listCaps' | 'listAlerts' | 'listJournal';

const lists: Readonly<Record<Exclude<ExportKind, 'usage'>, ListId>> = {
  budgets: 'listBudgets',
  limits: 'listCaps',
  alerts: 'listAlerts',
  journal: 'listJournal',
};

/** Fields that hold credits: each is followed by what they cost at the price of today. */
const creditFields: Readonly<Record<ListId, readonly string[]>> = {
  listBudgets: ['amount', 'topUps', 'used', 'left'],
  listCaps: ['limit', 'used', 'headroom', 'exposure'],
  listAlerts: [],
  listJournal: [],
};

/** The rows of a list of the admin API, as its documents have them. */
export async function listedRows(
  api: ApiClient,
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
): Promise<ExportedRows> {
  const id = lists[what];
  const given = { ...range, ...(what === 'alerts' && { status: 'all' }) };
  const read = async (cursor?: string) => {
    const { document } = await api.read(id, {
      ...given,
      limit: rowsOfPage,
      cursor,
    });
    return document as { readonly rows: readonly ExportedRow[]; readonly next: string | null };
  };
  const first = await read();
  const priced = moneyNow(0) === undefined ? [] : creditFields[id];
  async function* pages() {
    for (let page = first; ; page = await read(page.next)) {
      yield page.rows.map((row) => withMoney(row, priced));
      if (page.next === null) {
        return;
      }
    }
  }
  return { columns: columnsOf(id).flatMap((name) => columnsWith(name, priced)), pages: pages() };
}

function columnsWith(name: string, priced: readonly string[]): readonly string[] {
  return priced.includes(name) ? [name, `${name}Money`] : [name];
}

function withMoney(row: ExportedRow, priced: readonly string[]): ExportedRow {
  const money = priced.flatMap((name) => {
    const credits = row[name];
    const cost = typeof credits === 'number' ? moneyNow(credits) : undefined;
    return cost === undefined ? [] : [[`${name}Money`, `${exactMoney(cost)} ${cost.currency}`] as const];
  });
  return { ...row, ...Object.fromEntries(money) };
}

/** The fields of a list's rows, from its contract: a first page need not have all. */
function columnsOf(id: ListId): readonly string[] {
  const rows = (contractOf[id][id] as { readonly answer: z.ZodObject }).answer.shape['rows'] as z.ZodReadonly<
    z.ZodArray<z.ZodObject>
  >;
  return Object.keys(rows.unwrap().element.shape);
}

const contractOf: Readonly<Record<ListId, Readonly<Record<string, unknown>>>> = {
  listBudgets: budgetsContract,
  listCaps: capsContract,
  listAlerts: alertsContract,
  listJournal: runsContract,
};

/** An example of prices that count from an earlier day: those that are set, with one before them. */
export function pricesFrom(day: Day, set: readonly string[]): string {
  return [`${day} 12.50 EUR`, ...set].join(';');
}
