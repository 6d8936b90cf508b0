import { pricesIn } from '../kernel/texts/money.ts';
import { type Day, type DayRange, daysOf } from '../kernel/time/day.ts';
import type { ExportKind } from './export-kinds.ts';
import { ExportRefusedError } from './export-refused.ts';
import {
  entriesOfDayMax,
  exportedQuery,
  focusColumns,
  focusRows,
  usageColumns,
  withMoneyCells,
  type ExportedRow,
} from './exported-rows.ts';
import type { UsageRow } from './usage-row.ts';

/** Rows a page at a time, and the columns that any of them may have. */
export interface ExportSource {
  readonly columns: readonly string[];
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
}

/** As the admin API answers it. */
interface UsagePage<Cursor> {
  readonly rows: readonly (UsageRow & ExportedRow)[];
  readonly next: Cursor | null;
  readonly prices: readonly string[];
  readonly account: string;
  readonly anchorDay: number;
}

/** FOCUS needs what credits cost, and this day has no price. */
export class UnpricedDayError extends ExportRefusedError {
  override readonly name = 'UnpricedDayError';
  readonly day: Day;

  constructor(day: Day) {
    super(`FOCUS needs what credits cost, and ${day} has no price: set money.prices, or choose another format`);
    this.day = day;
  }
}

/** Usage, from its first page on. Its pages raise UnpricedDayError for FOCUS alone. */
export function usageSource<Cursor>(
  first: UsagePage<Cursor>,
  isFocus: boolean,
  read: (cursor: Cursor) => Promise<UsagePage<Cursor>>,
): ExportSource {
  const shown = ({ rows, prices, account, anchorDay }: UsagePage<Cursor>): readonly ExportedRow[] => {
    if (!isFocus) {
      return rows;
    }
    const made = focusRows(rows, { account, anchorDay, prices: pricesIn(prices) });
    if ('unpriced' in made) {
      throw new UnpricedDayError(made.unpriced);
    }
    return made.rows;
  };
  async function* pages() {
    for (let page = first; ; page = await read(page.next)) {
      yield shown(page);
      if (page.next === null) {
        return;
      }
    }
  }
  return { columns: isFocus ? focusColumns() : usageColumns, pages: pages() };
}

/**
 * The rows of a list of the admin API; of the journal day by day, since an answer has only so many entries. Raises
 * ExportRefusedError where a day has more.
 */
export async function* listedPages(
  what: Exclude<ExportKind, 'usage'>,
  range: DayRange | undefined,
  read: (query: Readonly<Record<string, string | undefined>>) => Promise<{
    readonly rows: readonly ExportedRow[];
    readonly next: string | null;
    readonly place?: { readonly total: number };
  }>,
): AsyncGenerator<readonly ExportedRow[]> {
  const spans: readonly { readonly from?: Day; readonly through?: Day }[] =
    range === undefined ? [{}] : daysOf(range).map((day) => ({ from: day, through: day }));
  for (const span of spans) {
    let cursor: string | undefined;
    do {
      const page = await read({ ...span, ...exportedQuery(what), limit: rowsOfPage, cursor });
      if (span.from !== undefined && (page.place?.total ?? 0) >= entriesOfDayMax) {
        throw new ExportRefusedError(
          `the journal of ${span.from} has ${entriesOfDayMax} entries or more, too many for an export; leave that day out`,
        );
      }
      yield page.rows.map((row) => withMoneyCells(what, row));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
}

const rowsOfPage = '5000';
