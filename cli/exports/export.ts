import { fileForms, type ExportFormat, type ExportKind } from '../../shared/exports/export-kinds.ts';
import { exportRange } from '../../shared/exports/export-range.ts';
import { ExportRefusedError } from '../../shared/exports/export-refused.ts';
import { type ExportSource, UnpricedDayError, usageSource } from '../../shared/exports/export-source.ts';
import { datedKinds, pricesFrom } from '../../shared/exports/exported-rows.ts';
import { writeExport } from '../../shared/exports/write-export.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { dayOf, dayRanges, dayText, rangeText, type DayRange } from '../../shared/kernel/time/day.ts';
import { historyStart } from '../../shared/ledger/reading-range.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { listedRows } from './export-rows.ts';
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
  const { isFocus } = fileForms[format];
  if (isFocus && what !== 'usage') {
    throw wrongUsage(`--format ${format} is for usage; export ${what} as csv, json or parquet`);
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
        ? await usageRows(context, api, { range: wanted.range, isFocus })
        : listedRows(api, what, what === 'journal' ? wanted.range : undefined);
    const count = await openSink()
      .then(async (sink) => writeExport(rows, { sink, format }))
      .catch(inWords);
    if (count === 0) {
      context.note(nothingText(what, wanted.range));
    }
    if (out !== '-') {
      context.print({ json: { file: out, rows: count }, text: `${counted(count, 'row')} written to ${out}.` });
    }
    return exitCodes.done;
  });
}

function inWords(error: unknown): never {
  throw error instanceof ExportRefusedError ? new CommandError(error.message) : error;
}

const rangesNamedMax = 5;

async function usageRows(
  context: CommandContext,
  api: ApiClient,
  { range, isFocus }: { readonly range: DayRange; readonly isFocus: boolean },
): Promise<ExportSource> {
  const days = { from: range.from, to: range.through };
  const read = async (cursor?: string): Promise<OperationDocument<'exportUsage'>> =>
    (await api.read('exportUsage', { ...days, cursor })).document;
  const first = await read();
  noteIncomplete(context, first.incomplete);
  const { columns, pages } = usageSource(first, isFocus, read);
  return { columns, pages: explained(pages, first) };
}

/** The same pages; a day without a price is named with the command that sets one. */
async function* explained(
  pages: ExportSource['pages'],
  { prices }: OperationDocument<'exportUsage'>,
): ExportSource['pages'] {
  try {
    yield* pages;
  } catch (error) {
    throw error instanceof UnpricedDayError
      ? new CommandError(
          `FOCUS needs what credits cost, and ${error.day} has no price; set money.prices, such as: npx curfew settings set money.prices '${pricesFrom(error.day, prices)}'`,
        )
      : error;
  }
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
