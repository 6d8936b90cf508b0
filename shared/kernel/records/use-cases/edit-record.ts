import type { JournalEntry } from '../../../journal/journal-entry.ts';
import type { Ids } from '../../runs/ports.ts';
import { changed, diffRecord, termsIn, type RecordChange } from '../diff-records.ts';
import { StaleRecordError, type Author, type EditedStore, type FoundRecord, type InvalidRow } from '../ports.ts';
import type { EditWay, RecordEdit } from '../record-edit.ts';
import { plainBeside, type EditedKind, type Stamp } from '../record-kind.ts';

export interface EditPorts<Key, Terms extends Key> {
  readonly kind: EditedKind<Key, Terms>;
  readonly store: EditedStore<Key, Terms>;
  readonly ids: Ids;
}

/** The result of an edit. `stale`: a concurrent edit changed the record, and nothing was written. */
export type EditOutcome = { readonly kind: 'done' } | { readonly kind: 'stale' | 'refused'; readonly problem: string };

export type PlannedEdit<Terms> =
  | { readonly kind: 'planned'; readonly change: RecordChange<Terms> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'refused'; readonly problem: string };

export type FoundVersion<Terms> = FoundRecord<Terms & Stamp, Terms>;

/** The record in force, if any: for an unreadable row the last valid version. */
export function recordInForce<Record>({ row }: FoundRecord<Record, unknown>): Record | undefined {
  return row.kind === 'record' ? row.record : row.kind === 'invalid' ? row.lastValid : undefined;
}

/** Plans to set a record to the wanted terms. A row spoiled by hand is overwritten when its version is known. */
export function planSetting<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  { row }: FoundVersion<Terms>,
  wanted: Terms,
): PlannedEdit<Terms> {
  if (row.kind === 'invalid') {
    const change = mendingOf(row, wanted);
    return change === undefined
      ? { kind: 'refused', problem: describeBroken(kind.title(wanted), row) }
      : { kind: 'planned', change };
  }
  const [change] = diffRecord(kind, row.kind === 'record' ? row.record : undefined, wanted);
  return change === undefined ? { kind: 'unchanged' } : { kind: 'planned', change };
}

export function planRemoval<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  found: FoundVersion<Terms>,
  key: Key,
): PlannedEdit<Terms> {
  const { row } = found;
  const record = recordInForce(found);
  if (row.kind !== 'invalid') {
    return record === undefined
      ? { kind: 'not-there' }
      : { kind: 'planned', change: { kind: 'remove', before: record } };
  }
  return record === undefined || row.seenVersion === undefined
    ? { kind: 'refused', problem: describeBroken(kind.title(key), row) }
    : { kind: 'planned', change: { kind: 'remove', before: { ...record, version: row.seenVersion } } };
}

/** Makes one change of one record with its journal entry, unless the record changed since it was read. */
export async function editRecord<Key, Terms extends Key>(
  { kind, store, ids }: EditPorts<Key, Terms>,
  change: RecordChange<Terms>,
  { way, ...author }: Author & { readonly way: EditWay },
): Promise<EditOutcome> {
  const key: Key = changed(change);
  const before = change.kind === 'add' ? undefined : change.before;
  const terms = change.kind === 'remove' ? undefined : change.after;
  const seenVersion = before?.version ?? 0;
  const { last } = await store.find(key);
  const version = Math.max(seenVersion, last?.version ?? 0) + 1;
  const made = { key, seenVersion, version, way, by: author.name, at: author.at };
  const edit = { ...made, terms };
  try {
    await store.edit(edit, editEntry(kind, edit, { before, id: ids.next() }));
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof StaleRecordError)) {
      throw error;
    }
    return {
      kind: 'stale',
      problem: `${kind.title(key)} was changed meanwhile and was left alone; look and try again`,
    };
  }
}

/** The journal entry of an edit: its author, and the record before and after. */
export function editEntry<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  { key, version, way, by, at, terms }: RecordEdit<Key, Terms>,
  {
    before,
    id,
  }: {
    readonly before: (Terms & { readonly version: number }) | undefined;
    /** Distinguishes concurrent edits. */
    readonly id: string;
  },
): JournalEntry {
  const [, ...besideSubject] = Object.entries(kind.plainKey(key));
  const shown = (record: Terms, of: number) => ({ ...plainBeside(kind, termsIn(record)), version: of });
  return {
    id: [kind.name, ...Object.values(kind.plainKey(key)), id].join('/'),
    at,
    kind: `${kind.name}-changed`,
    actor: by,
    subject: kind.subject(key),
    detail: {
      ...Object.fromEntries(besideSubject),
      way,
      before: before === undefined ? null : shown(before, before.version),
      after: terms === undefined ? null : shown(terms, version),
    },
  };
}

/** The change that repairs a row, based on the row's version; undefined when that cannot be read. */
function mendingOf<Terms>(
  { seenVersion, lastValid }: InvalidRow<Terms & Stamp>,
  after: Terms,
): RecordChange<Terms> | undefined {
  if (lastValid !== undefined && seenVersion !== undefined) {
    return { kind: 'change', before: { ...lastValid, version: seenVersion }, after };
  }
  return seenVersion === 0 ? { kind: 'add', after } : undefined;
}

function describeBroken(title: string, { problem }: { readonly problem: string }): string {
  return `the row of ${title} was edited by hand and cannot be read; mend or delete it in the table first: ${problem}`;
}
