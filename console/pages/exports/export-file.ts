import { csvHead, csvText } from '../../../shared/exports/csv-text.ts';
import type { ExportFormat, ExportKind } from '../../../shared/exports/export-kinds.ts';
import {
  exportedLists,
  exportedQuery,
  focusColumns,
  focusRows,
  usageColumns,
  withMoneyCells,
  withMoneyColumns,
  type ExportedRow,
} from '../../../shared/exports/exported-rows.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { pricesIn } from '../../../shared/kernel/texts/money.ts';
import { dayText, type Day, type DayRange } from '../../../shared/kernel/time/day.ts';
import { callApi, type OperationDocument } from '../../api/call-api.ts';

interface ExportOrder {
  readonly what: ExportKind;
  readonly format: ExportFormat;
  /** Absent: as it is now. */
  readonly range: DayRange | undefined;
}

/** `incomplete`: days without trusted figures. */
export type ExportOutcome =
  | { readonly kind: 'made'; readonly file: Blob; readonly rows: number; readonly incomplete: readonly Day[] }
  | { readonly kind: 'refused'; readonly problem: string };

/** A browser keeps all of a file in memory until it is whole. */
const rowsMax = 500_000;

/** Reads all rows, page after page, and makes the file of them: whole or not at all. Raises ApiProblem. */
export async function makeExport(
  { what, format, range }: ExportOrder,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (count: number) => void },
): Promise<ExportOutcome> {
  const rows: ExportedRow[] = [];
  let incomplete: readonly Day[] = [];
  for await (const page of what === 'usage' ? usagePages(range, format, signal) : listPages(what, range, signal)) {
    if ('problem' in page) {
      return { kind: 'refused', problem: page.problem };
    }
    if (rows.length + page.rows.length > rowsMax) {
      const instead = range === undefined ? '' : 'choose fewer days, or ';
      return {
        kind: 'refused',
        problem: `More than ${grouped(rowsMax)} rows are too many for a browser; ${instead}use the command: npx curfew export ${what}`,
      };
    }
    rows.push(...page.rows);
    incomplete = [...incomplete, ...page.incomplete];
    onRows(rows.length);
  }
  const columns = columnsOf({ what, format }, rows);
  const text =
    format === 'json' ? `${JSON.stringify(rows, undefined, 1)}\n` : `${csvHead(columns)}${csvText(rows, columns)}`;
  const type = format === 'json' ? 'application/json' : 'text/csv';
  return { kind: 'made', file: new Blob([text], { type }), rows: rows.length, incomplete };
}

type Part =
  | { readonly rows: readonly ExportedRow[]; readonly incomplete: readonly Day[] }
  | { readonly problem: string };

async function* usagePages(
  range: DayRange | undefined,
  format: ExportFormat,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const days = { from: range?.from ?? '', to: range?.through ?? '' };
  let cursor: string | undefined;
  do {
    const page: OperationDocument<'exportUsage'> = (
      await callApi('exportUsage', { ...days, ...(cursor !== undefined && { cursor }) }, { signal })
    ).document;
    const { incomplete, prices, ...terms } = page;
    const made =
      format === 'focus' ? focusRows(page.rows, { ...terms, prices: pricesIn(prices) }) : { rows: page.rows };
    if ('unpriced' in made) {
      yield {
        problem: `FOCUS needs what credits cost, and ${dayText(made.unpriced)} has no price: set money.prices in Settings, or choose CSV.`,
      };
      return;
    }
    yield { rows: made.rows, incomplete };
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

const rowsOfPage = '5000';

async function* listPages(
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  let cursor: string | undefined;
  do {
    const given = { ...range, ...exportedQuery(what), limit: rowsOfPage, cursor };
    const { document } = await callApi(exportedLists[what], given as never, { signal });
    const page = document as unknown as { readonly rows: readonly ExportedRow[]; readonly next: string | null };
    yield { rows: page.rows.map((row) => withMoneyCells(what, row)), incomplete: [] };
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

/** Those of a list are the fields that any of its rows has. */
function columnsOf({ what, format }: Pick<ExportOrder, 'what' | 'format'>, rows: readonly ExportedRow[]) {
  if (what === 'usage') {
    return format === 'focus' ? focusColumns() : usageColumns;
  }
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !name.endsWith('Money'));
  return withMoneyColumns(what, fields);
}
