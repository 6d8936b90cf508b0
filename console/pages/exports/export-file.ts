import { fileForms, type ExportFormat, type ExportKind } from '../../../shared/exports/export-kinds.ts';
import { ExportRefusedError } from '../../../shared/exports/export-refused.ts';
import {
  type ExportSource,
  listedPages,
  UnpricedDayError,
  usageSource,
} from '../../../shared/exports/export-source.ts';
import { exportedLists, withMoneyColumns, type ExportedRow } from '../../../shared/exports/exported-rows.ts';
import { rowEncoder } from '../../../shared/exports/row-encoder.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
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
  order: ExportOrder,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (count: number) => void },
): Promise<ExportOutcome> {
  const rows: ExportedRow[] = [];
  try {
    const { columns, pages, incomplete } = await openExport(order, signal);
    for await (const page of pages) {
      if (rows.length + page.length > rowsMax) {
        throw new ExportRefusedError(tooManyRows(order));
      }
      rows.push(...page);
      onRows(rows.length);
    }
    const encoder = rowEncoder(order.format, columns ?? listedColumns(order.what, rows));
    const parts = [encoder.page(rows), encoder.end()] as BlobPart[];
    const file = new Blob(parts, { type: fileForms[order.format].mediaType });
    return { kind: 'made', file, rows: rows.length, incomplete };
  } catch (error) {
    if (error instanceof ExportRefusedError) {
      return { kind: 'refused', problem: problemIn(error) };
    }
    throw error;
  }
}

async function openExport(
  { what, format, range }: ExportOrder,
  signal: AbortSignal,
): Promise<{
  /** Absent: those of the rows. */
  readonly columns?: readonly string[];
  readonly pages: ExportSource['pages'];
  readonly incomplete: readonly Day[];
}> {
  if (what !== 'usage') {
    const pages = listedPages(what, range, async (query) => {
      const { document } = await callApi(exportedLists[what], query as never, { signal });
      return document as unknown as Awaited<ReturnType<Parameters<typeof listedPages>[2]>>;
    });
    return { pages, incomplete: [] };
  }
  const days = { from: range?.from ?? '', to: range?.through ?? '' };
  const read = async (cursor?: string): Promise<OperationDocument<'exportUsage'>> =>
    (await callApi('exportUsage', { ...days, ...(cursor !== undefined && { cursor }) }, { signal })).document;
  const first = await read();
  return { ...usageSource(first, fileForms[format].isFocus, read), incomplete: first.incomplete };
}

function problemIn(error: ExportRefusedError): string {
  return error instanceof UnpricedDayError
    ? `FOCUS needs what credits cost, and ${dayText(error.day)} has no price: set money.prices in Settings, or choose CSV.`
    : error.message;
}

function tooManyRows({ what, range }: ExportOrder): string {
  const instead = range === undefined ? '' : 'choose fewer days, or ';
  return `More than ${grouped(rowsMax)} rows are too many for a browser; ${instead}use the command: npx curfew export ${what}`;
}

function listedColumns(what: ExportKind, rows: readonly ExportedRow[]): readonly string[] {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !name.endsWith('Money'));
  return withMoneyColumns(what, fields);
}
