import { countedText, creditsText } from '../texts/amounts.ts';

/** As much of a page of a list as says where it stands. */
export interface ListPage {
  readonly rows: readonly unknown[];
  /** Of the page after it; null on the last one. */
  readonly next: string | null;
  readonly place?: {
    /** How many rows come before it. */
    readonly before: number;
    readonly total: number;
    /** Of the page before it; null where that is the first. */
    readonly previous: string | null;
  };
}

/** `51 to 100 of 1,234 rows`; of a list of one page `12 rows`. Nothing while nothing is there. */
export function pageText(page: ListPage | undefined): string {
  if (page === undefined || page.rows.length === 0) {
    return '';
  }
  const { rows, place } = page;
  return place === undefined || place.total <= rows.length
    ? countedText(rows.length, 'row')
    : `${creditsText(place.before + 1)} to ${creditsText(place.before + rows.length)} of ${countedText(place.total, 'row')}`;
}
