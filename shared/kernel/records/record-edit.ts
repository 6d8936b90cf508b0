import type { Stamp } from './record-kind.ts';

export const editWays = ['command', 'import', 'direct-edit'] as const;
export type EditWay = (typeof editWays)[number];

/** The author of a direct edit: neither the table nor its stream names one. */
export const directEditor = 'unknown';

/** The result of one edit of a record. Versions of one key count from 1, and continue after a removal. */
export interface RecordVersion<Terms> {
  readonly version: number;
  readonly by: string;
  readonly at: string;
  readonly way: EditWay;
  /** Absent: the record was removed. */
  readonly terms?: Terms;
}

export interface VersionOf<Key, Terms> extends RecordVersion<Terms> {
  readonly key: Key;
}

export interface RecordEdit<Key, Terms> extends VersionOf<Key, Terms> {
  /** The version that it is based on: 0 for a new record. */
  readonly seenVersion: number;
}

export function stampOf({ version, by, at }: RecordVersion<unknown>): Stamp {
  return { version, updatedBy: by, updatedAt: at };
}

/** Returns the stored record of a version; undefined for a removal. */
export function recordOfVersion<Terms>(made: RecordVersion<Terms>): (Terms & Stamp) | undefined {
  return made.terms === undefined ? undefined : { ...made.terms, ...stampOf(made) };
}

/** A record as its row shows it: the last author, and the version, 0 for none. */
interface RowState<Terms> {
  readonly version: number;
  readonly by: string;
  readonly terms: Terms;
}

/** Finds an edit made with other tools: a row that differs from the last version. `at`: when it was found. */
export function findDirectEdit<Key, Terms>(
  key: Key,
  {
    row,
    last,
    isSame,
  }: {
    readonly row: RowState<Terms> | undefined;
    readonly last: RecordVersion<Terms> | undefined;
    readonly isSame: (before: Terms, after: Terms) => boolean;
  },
  at: string,
): RecordEdit<Key, Terms> | undefined {
  const lastVersion = last?.version ?? 0;
  const made = { key, by: directEditor, at, way: 'direct-edit' } as const;
  if (row === undefined) {
    return last?.terms === undefined ? undefined : { ...made, seenVersion: 0, version: lastVersion + 1 };
  }
  const isLast = last?.terms !== undefined && lastVersion === row.version;
  // An author in the row that its version does not have was written by hand.
  if (isLast && last.by === row.by && isSame(last.terms, row.terms)) {
    return undefined;
  }
  return { ...made, seenVersion: row.version, version: Math.max(lastVersion, row.version) + 1, terms: row.terms };
}
