import type { EditWay } from '../budgets/budget-version.ts';

/** What is known of the last edit of a record; without terms it removed the record. */
export interface KnownVersion<Terms> {
  readonly version: number;
  readonly by: string;
  readonly terms?: Terms;
}

/** A record as its row has it: who the row says edited it last, and the version that it carries, 0 for none. */
interface RowState<Terms> extends Required<KnownVersion<Terms>> {}

/** An edit that somebody made with other tools than Curfew's: the version that it gets; without terms, of a removal. */
interface UnversionedEdit<Terms> {
  readonly version: number;
  /** The version that the row carries; 0 for none. */
  readonly seenVersion: number;
  readonly terms?: Terms;
}

/**
 * Finds a row that somebody changed or removed directly: it differs from the last version. Every edit by Curfew makes a
 * version, so that a state without one is a direct edit.
 */
export function findUnversioned<Terms>(
  { row, last }: { readonly row: RowState<Terms> | undefined; readonly last: KnownVersion<Terms> | undefined },
  isSame: (before: Terms, after: Terms) => boolean,
): UnversionedEdit<Terms> | undefined {
  const lastVersion = last?.version ?? 0;
  if (row === undefined) {
    return last?.terms === undefined ? undefined : { version: lastVersion + 1, seenVersion: 0 };
  }
  const isLast = last?.terms !== undefined && lastVersion === row.version;
  // An author that the row claims, and its version does not know, was written by hand.
  if (isLast && last.by === row.by && isSame(last.terms, row.terms)) {
    return undefined;
  }
  return { version: Math.max(lastVersion, row.version) + 1, seenVersion: row.version, terms: row.terms };
}

/** One version of a record, and the record as it is stored; without it the record was removed. */
export interface RecordVersion<Kept> {
  readonly version: number;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly way: EditWay;
  readonly record?: Kept;
}
