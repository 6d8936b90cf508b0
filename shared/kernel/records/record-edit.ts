import type { Stamp } from './record-kind.ts';

/** How an edit came about: one command, a file that was imported, or the table itself with other tools. */
export const editWays = ['command', 'import', 'direct-edit'] as const;
export type EditWay = (typeof editWays)[number];

/** The author of a direct edit: neither the table nor its stream names one. */
export const directEditor = 'unknown';

/** What one edit made of a record. Versions of one key count from 1, and go on after a removal. */
export interface RecordVersion<Terms> {
  readonly version: number;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly way: EditWay;
  /** Absent: the record was removed. */
  readonly terms?: Terms;
}

/** A version, and of which record. */
export interface VersionOf<Key, Terms> extends RecordVersion<Terms> {
  readonly key: Key;
}

/** One edit of one record, whatever its kind: the version that it makes, and the one that it was made on. */
export interface RecordEdit<Key, Terms> extends VersionOf<Key, Terms> {
  /** The version that it was made on: 0 for a record that was not there. */
  readonly seenVersion: number;
}

/** What Curfew notes in the row of a record beside the terms of a version. */
export function stampOf({ version, by, at }: RecordVersion<unknown>): Stamp {
  return { version, updatedBy: by, updatedAt: at };
}

/** The record in the table at a version; undefined for a removal. */
export function recordOfVersion<Terms>(made: RecordVersion<Terms>): (Terms & Stamp) | undefined {
  return made.terms === undefined ? undefined : { ...made.terms, ...stampOf(made) };
}

/** A record as its row has it: who the row says edited it last, and the version that it carries, 0 for none. */
interface RowState<Terms> {
  readonly version: number;
  readonly by: string;
  readonly terms: Terms;
}

interface FoundState<Terms> {
  readonly row: RowState<Terms> | undefined;
  readonly last: RecordVersion<Terms> | undefined;
  readonly isSame: (before: Terms, after: Terms) => boolean;
}

/**
 * Finds an edit that somebody made with other tools than Curfew's: a row that differs from the last version. Every edit
 * by Curfew makes a version, so that a state without one is a direct edit. `at`: when it was found.
 */
export function findDirectEdit<Key, Terms>(
  key: Key,
  { row, last, isSame }: FoundState<Terms>,
  at: string,
): RecordEdit<Key, Terms> | undefined {
  const lastVersion = last?.version ?? 0;
  const made = { key, by: directEditor, at, way: 'direct-edit' } as const;
  if (row === undefined) {
    return last?.terms === undefined ? undefined : { ...made, seenVersion: 0, version: lastVersion + 1 };
  }
  const isLast = last?.terms !== undefined && lastVersion === row.version;
  // An author that the row claims, and its version does not know, was written by hand.
  if (isLast && last.by === row.by && isSame(last.terms, row.terms)) {
    return undefined;
  }
  return { ...made, seenVersion: row.version, version: Math.max(lastVersion, row.version) + 1, terms: row.terms };
}
