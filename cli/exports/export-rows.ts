import { listedColumns } from '../../shared/exports/contract.ts';
import type { ExportKind } from '../../shared/exports/export-kinds.ts';
import { type ExportSource, listedPages } from '../../shared/exports/export-source.ts';
import { exportedLists, withMoneyColumns } from '../../shared/exports/exported-rows.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type { DayRange } from '../../shared/kernel/time/day.ts';

/** The rows of a list of the admin API, as its documents have them. */
export function listedRows(
  api: ApiClient,
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
): ExportSource {
  const id = exportedLists[what];
  const pages = listedPages(what, range, async (query) => (await api.read(id, query)).document as unknown as ListPage);
  return { columns: withMoneyColumns(what, listedColumns(what)), pages };
}

type ListPage = Awaited<ReturnType<Parameters<typeof listedPages>[2]>>;
