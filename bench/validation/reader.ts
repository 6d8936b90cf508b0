/** What came of a page. */
export interface Reading {
  /** Rows that can be used. */
  readonly rows: number;
  /** Rows that are set aside and named, with what is wrong with them. */
  readonly named: number;
}

/** Reads the text of a page of `/analytics/users`. */
export type Reader = (text: string) => Reading | Promise<Reading>;
