import type { JournalValue } from '../../shared/journal/journal-entry.ts';
import { fieldsOf, type RecordCodec } from '../../shared/kernel/records/contract/record.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { TableBlock } from '../frame/block.ts';
import { CommandError } from '../frame/command-error.ts';

const elementsShownMax = 8;

/** A record as documents show it: its fields, and what Curfew noted beside them. */
export type RecordDocument = Readonly<Record<string, unknown>>;

/** The terms that a document shows. Raises CommandError for a record that this version of Curfew cannot read. */
export function termsOf<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, document: RecordDocument): Terms {
  const read = record.parse(Object.fromEntries(fieldsOf(record).map(([name, { as }]) => [name, document[as ?? name]])));
  if (read.kind === 'refused') {
    throw new CommandError(
      `A ${record.kind.name} of the installation cannot be read here (${read.problems.join('; ')}); it is of another version: update it, or this command`,
    );
  }
  return read.terms;
}

/** A field of a document that is a text or a number, as a text. */
export function textIn(document: RecordDocument, name: string): string {
  const value = document[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The columns of a list of records, a field each. */
export function recordColumns<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly Column[] {
  return fieldsOf(record).map(([, { label, form, isMinor }]) => ({
    title: label,
    align: form.isNumber === true ? 'right' : 'left',
    isMinor,
  }));
}

/** A record as a row of such a list; of a long list of texts the first few. */
export function recordCells<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  document: RecordDocument,
): readonly string[] {
  const terms = termsOf(record, document);
  return record.names.map((name) => shortened(record.show(terms, name)));
}

export interface ChangeDocument {
  readonly change: 'add' | 'change' | 'remove';
  readonly before: RecordDocument | null;
  readonly after: RecordDocument | null;
}

/** Planned or made changes as a table. */
export function changeTable<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  changes: readonly ChangeDocument[],
): TableBlock {
  const [first] = changes;
  const keys = new Set(first === undefined ? [] : Object.keys(record.kind.plainKey(changedIn(record, first))));
  const fields = fieldsOf(record).filter(([name]) => keys.has(name));
  const rows = changes.map((change) => {
    const terms = changedIn(record, change);
    return [change.change, ...fields.map(([name]) => record.show(terms, name)), describeChange(record, change)];
  });
  const columns = fields.map(([, { label }]) => ({ title: label }));
  return { columns: [{ title: 'Plan' }, ...columns, { title: 'What' }], rows };
}

export function changedIn<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { before, after }: ChangeDocument,
): Terms {
  return termsOf(record, after ?? before ?? {});
}

/** One change in words. */
export function describeChange<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  change: ChangeDocument,
): string {
  return change.change === 'change' && change.before !== null && change.after !== null
    ? record.describeChange(termsOf(record, change.before), termsOf(record, change.after)).join('; ')
    : briefly(record, changedIn(record, change));
}

/** What came of a record between two versions, in words; absent terms are no record. */
export function describeVersions<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  before: Terms | undefined,
  after: Terms | undefined,
): string {
  if (after === undefined) {
    return 'removed';
  }
  const changes = before === undefined ? [briefly(record, after)] : record.describeChange(before, after);
  return changes.length === 0 ? 'the same again' : changes.join('; ');
}

/** All fields of one record and what Curfew noted beside them, with further facts, as a table. */
export function recordFacts<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  document: RecordDocument,
  { style, more = [] }: { readonly style: Style; readonly more?: readonly (readonly [string, string])[] },
): string {
  const terms = termsOf(record, document);
  const sets = new Set<string>(record.kind.sets?.map(String));
  const plain: Readonly<Record<string, JournalValue>> = record.format(terms);
  const facts = record.names.flatMap((name) => {
    const value = plain[name];
    if (value === undefined) {
      return [];
    }
    // Each member on a line of its own.
    return sets.has(name) && Array.isArray(value)
      ? value.map((element) => [name, String(element)])
      : [[name, record.show(terms, name)]];
  });
  const noted = ['version', 'updatedBy', 'updatedAt'].map((name) => [name, textIn(document, name)]);
  const titles = [{ title: 'Field' }, { title: plainText(record.kind.title(terms)) }];
  return renderTable(titles, [...facts, ...noted, ...more], style);
}

/** A version of a record as documents show it, with what was before it. */
interface VersionRow {
  readonly version: number;
  /** ISO instant. */
  readonly at: string;
  readonly by: string;
  readonly way: string;
}

/** Versions with who, when, how, before and after, as a table. */
export function versionTable<Row extends VersionRow>(
  versions: readonly Row[],
  {
    names,
    cells,
    what,
  }: {
    /** The columns that name the record, and their cells. */
    readonly names: readonly string[];
    readonly cells: (row: Row) => readonly string[];
    readonly what: (row: Row) => string;
  },
  style: Style,
): string {
  const columns = [
    { title: 'At' },
    ...names.map((title) => ({ title })),
    { title: 'Version', align: 'right' } as const,
    { title: 'Who' },
    { title: 'How' },
    { title: 'What' },
  ];
  const rows = versions.map((row) => [row.at, ...cells(row), String(row.version), row.by, row.way, what(row)]);
  return renderTable(columns, rows, style);
}

/** What came of a record between the versions of a row, in words. */
export function describeStep<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { before, after }: { readonly before: RecordDocument | null; readonly after: RecordDocument | null },
): string {
  const [was, is] = [before, after].map((document) => (document === null ? undefined : termsOf(record, document)));
  return describeVersions(record, was, is);
}

export function grantedTable<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  rows: readonly RecordDocument[],
  style: Style,
): string {
  const columns = [
    { title: 'Id' },
    ...recordColumns(record),
    { title: 'Status' },
    { title: 'By', isMinor: true } as const,
  ];
  const cells = rows.map((row) => [
    textIn(row, 'id'),
    ...recordCells(record, row),
    textIn(row, 'status').replaceAll('-', ' '),
    textIn(row, 'createdBy'),
  ]);
  return renderTable(columns, cells, style);
}

/** The fields that people ask for first, beside the key. */
function briefly<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, terms: Terms): string {
  const key = new Set(Object.keys(record.kind.plainKey(terms)));
  return fieldsOf(record)
    .filter(([name, { isMinor }]) => isMinor !== true && !key.has(name))
    .map(([name]) => shortened(record.show(terms, name)))
    .filter((text) => text !== '')
    .join(', ');
}

function shortened(text: string): string {
  const elements = text.split(';');
  const others = elements.length - elementsShownMax;
  return others <= 0 ? text : `${elements.slice(0, elementsShownMax).join(';')} and ${others} more`;
}
