import type * as z from 'zod';

import { budgetsContract } from '../../shared/budgets/contract/budgets-contract.ts';
import { capsContract } from '../../shared/caps/contract/caps-contract.ts';
import type { ExportKind } from '../../shared/exports/export-kinds.ts';
import {
  exportedLists,
  exportedQuery,
  withMoneyCells,
  withMoneyColumns,
  type ExportedRow,
} from '../../shared/exports/exported-rows.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { runsContract } from '../../shared/kernel/runs/contract/runs-contract.ts';
import type { DayRange } from '../../shared/kernel/time/day.ts';
import { alertsContract } from '../../shared/notifications/contract.ts';

/** Rows a page at a time, and the columns that any of them may have. */
export interface ExportedRows {
  readonly columns: readonly string[];
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
}

const rowsOfPage = '5000';

type ListId = (typeof exportedLists)[keyof typeof exportedLists];

/** The rows of a list of the admin API, as its documents have them. */
export async function listedRows(
  api: ApiClient,
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
): Promise<ExportedRows> {
  const id = exportedLists[what];
  const given = { ...range, ...exportedQuery(what) };
  const read = async (cursor?: string) => {
    const { document } = await api.read(id, {
      ...given,
      limit: rowsOfPage,
      cursor,
    });
    return document as { readonly rows: readonly ExportedRow[]; readonly next: string | null };
  };
  const first = await read();
  async function* pages() {
    for (let page = first; ; page = await read(page.next)) {
      yield page.rows.map((row) => withMoneyCells(what, row));
      if (page.next === null) {
        return;
      }
    }
  }
  return { columns: withMoneyColumns(what, columnsOf(id)), pages: pages() };
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
