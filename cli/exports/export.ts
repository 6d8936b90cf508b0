import { csvHead, csvText } from '../../shared/exports/csv-text.ts';
import type { ExportFormat, ExportKind } from '../../shared/exports/export-kinds.ts';
import { exportRange } from '../../shared/exports/export-range.ts';
import {
  datedKinds,
  focusColumns,
  focusRows,
  pricesFrom,
  usageColumns,
  type ExportedRow,
} from '../../shared/exports/exported-rows.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { pricesIn } from '../../shared/kernel/texts/money.ts';
import { dayOf, dayRanges, dayText, rangeText, type DayRange } from '../../shared/kernel/time/day.ts';
import { historyStart } from '../../shared/ledger/reading-range.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { listedRows, type ExportedRows } from './export-rows.ts';
import type { ExportSink } from './export-sink.ts';
import { sinkAt } from './sink-at.ts';

export interface ExportOptions {
  readonly from?: string;
  readonly to?: string;
  readonly format?: ExportFormat;
  readonly out?: string;
}

/** Writes figures to a file or standard output, a page at a time. Raises CommandError and Problem. */
export async function exportFigures(
  context: CommandContext,
  what: ExportKind,
  { from, to, out = '-', ...options }: ExportOptions,
): Promise<ExitCode> {
  const format = options.format ?? (context.options.json === true && out === '-' ? 'json' : 'csv');
  if (format === 'focus' && what !== 'usage') {
    throw wrongUsage(`--format focus is for usage; export ${what} as csv or json`);
  }
  if (!datedKinds.includes(what) && (from !== undefined || to !== undefined)) {
    throw wrongUsage(`${what} are exported as they are now; leave --from and --to out`);
  }
  if (context.options.json === true && out === '-' && format !== 'json') {
    throw wrongUsage(`--json prints JSON, and --format is ${format}; leave one of them out, or give --out FILE`);
  }
  const today = dayOf(context.io.now());
  const wanted = exportRange({ from, to }, today, what === 'journal' ? today : undefined);
  if ('problem' in wanted) {
    throw wrongUsage(wanted.problem);
  }
  const openSink = sinkAt(context, out, format);
  return withApi(context, async (api) => {
    const rows =
      what === 'usage'
        ? await usageRows(context, api, { range: wanted.range, isFocus: format === 'focus' })
        : await listedRows(api, what, what === 'journal' ? wanted.range : undefined);
    const count = await writeRows(rows, { sink: await openSink(), isJson: format === 'json' });
    if (count === 0) {
      context.note(nothingText(what, wanted.range));
    }
    if (out !== '-') {
      context.print({ json: { file: out, rows: count }, text: `${counted(count, 'row')} written to ${out}.` });
    }
    return exitCodes.done;
  });
}

type UsagePage = OperationDocument<'exportUsage'>;

const rangesNamedMax = 5;

async function usageRows(
  context: CommandContext,
  api: ApiClient,
  { range, isFocus }: { readonly range: DayRange; readonly isFocus: boolean },
): Promise<ExportedRows> {
  const days = { from: range.from, to: range.through };
  const read = async (cursor?: string): Promise<UsagePage> =>
    (await api.read('exportUsage', { ...days, cursor })).document;
  const first = await read();
  noteIncomplete(context, first.incomplete);
  const prices = pricesIn(first.prices);
  const shown = (rows: UsagePage['rows']): readonly ExportedRow[] => {
    if (!isFocus) {
      return rows;
    }
    const made = focusRows(rows, { account: first.account, prices, anchorDay: first.anchorDay });
    if ('unpriced' in made) {
      throw new CommandError(
        `FOCUS needs what credits cost, and ${made.unpriced} has no price; set money.prices, such as: npx curfew settings set money.prices '${pricesFrom(made.unpriced, first.prices)}'`,
      );
    }
    return made.rows;
  };
  async function* pages() {
    for (let page = first; ; page = await read(page.next)) {
      yield shown(page.rows);
      if (page.next === null) {
        return;
      }
    }
  }
  return { columns: isFocus ? focusColumns() : usageColumns, pages: pages() };
}

function nothingText(what: ExportKind, range: DayRange): string {
  const since =
    what === 'usage' && range.through < historyStart ? `; usage is known from ${dayText(historyStart)} on` : '';
  return datedKinds.includes(what)
    ? `No rows: nothing is kept of ${rangeText(range)}${since}.`
    : `No rows: no ${what}.`;
}

function noteIncomplete(context: CommandContext, days: readonly string[]): void {
  if (days.length > 0) {
    const ranges = dayRanges(days);
    const more = ranges.length - rangesNamedMax;
    const named = `${ranges.slice(0, rangesNamedMax).join(', ')}${more > 0 ? ` and ${more} more ranges` : ''}`;
    context.note(`Not complete: ${named}. Export again once their figures are there.`);
  }
}

/** Writes all pages and returns how many rows that was. A file that could not be finished is not left behind. */
async function writeRows(
  { columns, pages }: ExportedRows,
  { sink, isJson }: { readonly sink: ExportSink; readonly isJson: boolean },
): Promise<number> {
  let count = 0;
  try {
    let start = isJson ? '[' : csvHead(columns);
    for await (const rows of pages) {
      // With the first page: nothing is written where that cannot be made.
      await sink.write(`${start}${isJson ? jsonOf(rows, count === 0) : csvText(rows, columns)}`);
      start = '';
      count += rows.length;
    }
    await sink.write(isJson ? '\n]\n' : '');
    await sink.end();
    return count;
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

function jsonOf(rows: readonly ExportedRow[], isFirst: boolean): string {
  const texts = rows.map((row) => `\n  ${JSON.stringify(row)}`);
  return rows.length === 0 ? '' : `${isFirst ? '' : ','}${texts.join(',')}`;
}
