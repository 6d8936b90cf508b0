/** A note on a file, and its place: `line 3`, `entry 2 (line 9)` or `file`. */
export interface FileNote {
  readonly at: string;
  readonly text: string;
}

/** A row as its text states it, by name. */
export interface PlainRow {
  readonly at: string;
  readonly plain: Readonly<Record<string, unknown>>;
  /** The fields that it does not state: no column, or no key. */
  readonly unsaid: readonly string[];
}

/** A record of a file, with defaults for the fields that are not stated. */
export interface RecordRow<Terms> extends Omit<PlainRow, 'plain'> {
  readonly terms: Terms;
  /** Each element of a list that stands in rows of its own, with its place. */
  readonly elements?: readonly FileNote[];
}

export interface RecordRows<Terms> {
  readonly rows: readonly RecordRow<Terms>[];
  readonly problems: readonly FileNote[];
}
