import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { countedText } from '../texts/amounts.ts';

/** The position of a list's page. */
export interface ListPage {
  readonly rows: readonly unknown[];
  /** The next page's cursor; null on the last. */
  readonly next: string | null;
  readonly place?: {
    readonly before: number;
    readonly total: number;
    /** The previous page's cursor; null when that is the first. */
    readonly previous: string | null;
  };
}

/** `51 to 100 of 1,234 rows`; for a single page `12 rows`; empty before the first answer. */
export function pageText(page: ListPage | undefined): string {
  if (page === undefined || page.rows.length === 0) {
    return '';
  }
  const { rows, place } = page;
  return place === undefined || place.total <= rows.length
    ? countedText(rows.length, 'row')
    : `${grouped(place.before + 1)} to ${grouped(place.before + rows.length)} of ${countedText(place.total, 'row')}`;
}
