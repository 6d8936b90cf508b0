import type * as z from 'zod';

import { budgetsContract } from '../../shared/budgets/contract/budgets-contract.ts';
import { capsContract } from '../../shared/caps/contract/caps-contract.ts';
import type { ExportKind } from '../../shared/exports/export-kinds.ts';
import { type ExportSource, listedPages } from '../../shared/exports/export-source.ts';
import { exportedLists, withMoneyColumns } from '../../shared/exports/exported-rows.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { runsContract } from '../../shared/kernel/runs/contract/runs-contract.ts';
import type { DayRange } from '../../shared/kernel/time/day.ts';
import { alertsContract } from '../../shared/notifications/contract.ts';

type ListId = (typeof exportedLists)[keyof typeof exportedLists];

/** The rows of a list of the admin API, as its documents have them. */
export function listedRows(
  api: ApiClient,
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
): ExportSource {
  const id = exportedLists[what];
  const pages = listedPages(what, range, async (query) => (await api.read(id, query)).document as unknown as ListPage);
  return { columns: withMoneyColumns(what, columnsOf(id)), pages };
}

type ListPage = Awaited<ReturnType<Parameters<typeof listedPages>[2]>>;

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
