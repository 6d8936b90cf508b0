import type { EditWay } from '../../domain/budgets/budget-version.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { changed, diffRecord, termsIn, type RecordChange } from '../../domain/records/diff-records.ts';
import { keyText, plainBeside, type EditedKind, type Stamp } from '../../domain/records/record-kind.ts';
import type { Ids } from '../runs/ports.ts';
import type { EditableRecords, InvalidRecord } from './editable-records.ts';
import { StaleRecordError, type Author } from './ports.ts';

export interface EditPorts<Key, Terms extends Key, Wanted = Terms> {
  readonly records: EditableRecords<Key, Terms, Wanted>;
  readonly ids: Ids;
}

/** What became of one edit. `stale`: somebody else changed the record since it was read, and nothing was done. */
export type EditOutcome = { readonly kind: 'done' } | { readonly kind: 'stale' | 'refused'; readonly problem: string };

/** What setting or removing one record would change, or why it changes nothing. */
export type PlannedEdit<Terms> =
  | { readonly kind: 'planned'; readonly change: RecordChange<Terms> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'refused'; readonly problem: string };

/** What is wanted of one record, said in terms of the one that is there, if any, and of all of its kind. */
export interface RecordOrder<Key, Terms> {
  readonly key: Key;
  readonly termsFrom: (before: (Terms & Stamp) | undefined, all: readonly (Terms & Stamp)[]) => Terms;
}

/** Makes one change of one record, together with its journal entry, unless the record has moved since it was read. */
export async function editRecord<Key, Terms extends Key, Wanted>(
  { records, ids }: EditPorts<Key, Terms, Wanted>,
  change: RecordChange<Terms>,
  { way, ...author }: Author & { readonly way: EditWay },
): Promise<EditOutcome> {
  const { kind } = records;
  const key = changed(change);
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  const seenVersion = before?.version ?? 0;
  const version = Math.max(seenVersion, await records.lastVersion(key)) + 1;
  const made = { key, version, way, by: author.name, at: author.at, before, after };
  try {
    await records.edit(
      { key, seenVersion, version, way, ...(after !== undefined && { terms: after }) },
      author,
      editEntry(kind, made, ids.next()),
    );
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof StaleRecordError)) {
      throw error;
    }
    return {
      kind: 'stale',
      problem: `${kind.title(key)} was changed by somebody else meanwhile and was left alone; look and try again`,
    };
  }
}

/** The record of a key that is in force, and its row where that cannot be read. */
export async function findRecord<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
  key: Key,
): Promise<Found<Terms>> {
  const { kind } = records;
  const { records: all, invalid } = await records.list();
  const named = keyText(kind, key);
  return {
    record: all.find((candidate) => keyText(kind, candidate) === named),
    broken: invalid.find((row) => row.key === named),
    all,
  };
}

interface Found<Terms> {
  readonly record: (Terms & Stamp) | undefined;
  readonly broken: InvalidRecord<Terms> | undefined;
  readonly all: readonly (Terms & Stamp)[];
}

/** Plans to make a record what an order wants of it. A row that was spoiled by hand is written over where its version is known. */
export async function planSetting<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
  { key, termsFrom }: RecordOrder<Key, Terms>,
): Promise<PlannedEdit<Terms>> {
  const { kind } = records;
  const { record, broken, all } = await findRecord(records, key);
  const terms = termsFrom(record, all);
  const change = broken === undefined ? diffRecord(kind, record, terms)[0] : mendingOf(broken, terms);
  if (change === 'unknown-version') {
    return { kind: 'refused', problem: describeBroken(kind.title(key), broken) };
  }
  return change === undefined ? { kind: 'unchanged' } : { kind: 'planned', change };
}

/** Plans to remove a record. */
export async function planRemoval<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
  key: Key,
): Promise<PlannedEdit<Terms>> {
  const { record, broken } = await findRecord(records, key);
  const before = record === undefined ? undefined : { ...record, version: broken?.seenVersion ?? record.version };
  if (broken !== undefined && (before === undefined || broken.seenVersion === undefined)) {
    return { kind: 'refused', problem: describeBroken(records.kind.title(key), broken) };
  }
  return before === undefined ? { kind: 'not-there' } : { kind: 'planned', change: { kind: 'remove', before } };
}

/** One version of a record, and the record before it. */
interface MadeVersion<Key, Terms> {
  readonly key: Key;
  readonly version: number;
  readonly way: EditWay;
  readonly by: string;
  readonly at: string;
  readonly before: (Terms & Stamp) | undefined;
  /** Absent: the record was removed. */
  readonly after: Terms | undefined;
}

/** The journal entry of a version: who made it, and the record before and after. `id` tells edits at once apart. */
export function editEntry<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  { key, version, way, by, at, before, after }: MadeVersion<Key, Terms>,
  id: string,
): JournalEntry {
  const [, ...besideSubject] = Object.entries(kind.plainKey(key));
  return {
    id: [kind.name, ...Object.values(kind.plainKey(key)), id].join('/'),
    at,
    kind: `${kind.name}-changed`,
    actor: by,
    subject: kind.subject(key),
    detail: {
      ...Object.fromEntries(besideSubject),
      way,
      before: before === undefined ? null : { ...plainBeside(kind, termsIn(before)), version: before.version },
      after: after === undefined ? null : { ...plainBeside(kind, termsIn(after)), version },
    },
  };
}

/** The change that mends a row, made on the version that the row carries. */
function mendingOf<Terms>(
  { seenVersion, lastValid }: InvalidRecord<Terms>,
  after: Terms,
): RecordChange<Terms> | 'unknown-version' {
  if (lastValid !== undefined && seenVersion !== undefined) {
    return { kind: 'change', before: { ...lastValid, version: seenVersion }, after };
  }
  return seenVersion === 0 ? { kind: 'add', after } : 'unknown-version';
}

function describeBroken(title: string, broken: { readonly problem: string } | undefined): string {
  return `the row of ${title} was edited by hand and cannot be read; mend or delete it in the table first: ${broken?.problem ?? ''}`;
}
