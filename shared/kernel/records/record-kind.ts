import type { JournalKind, JournalValue } from '../../journal/journal-entry.ts';
import { isSameValue } from './same-value.ts';

export interface Stamp {
  /** Counts edits from 1; an edit of a stale version is refused. */
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
}

/** Values by field as tables, files, documents and the journal hold them: texts, numbers, booleans, lists. */
export type PlainFields = Readonly<Record<string, JournalValue>>;

type PlainTerms<Terms> = { readonly [Name in keyof Terms]: JournalValue };

/**
 * A kind of record that admins edit. Comparing, journaling and printing use `plain`, so that a new field takes part in
 * all of them. The codec and the words of each field are in contracts/records.
 */
export interface RecordKind<Key, Terms extends Key> {
  readonly name: string;
  /** The fields that identify a record, or say whom it is for. */
  plainKey(key: Key): Readonly<Record<string, string>>;
  plain(terms: Terms): PlainTerms<Terms>;
  subject(key: Key): string;
  title(key: Key): string;
  /** Lists in which order does not matter. */
  readonly sets?: readonly (keyof Terms)[];
}

export interface NameKey {
  readonly name: string;
}

/** Kinds whose changes are journaled as `NAME-changed`. */
type EditedName = JournalKind extends infer Kind ? (Kind extends `${infer Name}-changed` ? Name : never) : never;

export interface EditedKind<Key, Terms extends Key> extends RecordKind<Key, Terms> {
  readonly name: EditedName;
}

type GrantedName = JournalKind extends infer Kind ? (Kind extends `${infer Name}-added` ? Name : never) : never;

export interface GrantedKind<Key, Terms extends Key> extends RecordKind<Key, Terms> {
  readonly name: GrantedName;
}

export function keyText<Key, Terms extends Key>(kind: RecordKind<Key, Terms>, key: Key): string {
  return Object.values(kind.plainKey(key)).join(' / ');
}

export function plainBeside<Key, Terms extends Key>(kind: RecordKind<Key, Terms>, terms: Terms): PlainFields {
  const named = new Set(Object.keys(kind.plainKey(terms)));
  return Object.fromEntries(filled(kind.plain(terms)).filter(([name]) => !named.has(name)));
}

export interface FieldChange {
  readonly field: string;
  readonly before?: JournalValue;
  readonly after?: JournalValue;
}

export function diffTerms<Key, Terms extends Key>(
  kind: RecordKind<Key, Terms>,
  before: Terms,
  after: Terms,
): readonly FieldChange[] {
  const sets = new Set<string>(kind.sets?.map(String));
  const [old, fresh] = [before, after].map((terms) => new Map(filled(kind.plain(terms))));
  const names = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...names].flatMap((field) => {
    const [was, is] = [old?.get(field), fresh?.get(field)];
    const isSame = sets.has(field) ? isSameValue(ordered(was), ordered(is)) : isSameValue(was, is);
    return isSame ? [] : [{ field, before: was, after: is }];
  });
}

function filled(plain: object): readonly [string, JournalValue][] {
  return Object.entries(plain).filter(([, value]) => value !== undefined) as [string, JournalValue][];
}

function ordered(value: JournalValue | undefined): unknown {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).toSorted() : value;
}
