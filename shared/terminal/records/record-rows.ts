import { fieldsOf, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { changed, termsIn, type RecordChange } from '../../kernel/records/diff-records.ts';
import type { PlainFields, Stamp } from '../../kernel/records/record-kind.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { Column } from '../draw-grid.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

const elementsShownMax = 8;

/** A record as the JSON documents show it. */
export function recordDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  stored: Terms & Stamp,
): PlainFields {
  const { version, updatedBy, updatedAt } = stored;
  return { ...record.document(termsIn(stored)), version, updatedBy, updatedAt };
}

/** A change of a record as the JSON documents show it. */
export function changeDocument<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, change: RecordChange<Terms>) {
  return {
    change: change.kind,
    ...keyDocument(record, changed(change)),
    before: change.kind === 'add' ? null : recordDocument(record, change.before),
    after: change.kind === 'remove' ? null : record.document(change.after),
  };
}

/** The columns of a list of records, a field each. */
export function recordColumns<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): readonly Column[] {
  return fieldsOf(record).map(([, { label, form, isMinor }]) => ({
    title: label,
    ...(form.isNumber === true && { align: 'right' as const }),
    ...(isMinor === true && { isMinor }),
  }));
}

/** A record as a row of such a list; of a long list of texts the first few. */
export function recordCells<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, terms: Terms): readonly string[] {
  return record.names.map((name) => shortened(record.show(terms, name)));
}

/** Planned or made changes as a table. */
export function changeTable<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  changes: readonly RecordChange<Terms>[],
  style: Style,
): string {
  const fields = fieldsOf(record).filter(([name]) => keyNames(record, changes).has(name));
  const rows = changes.map((change) => [
    change.kind,
    ...fields.map(([name]) => record.show(changed(change), name)),
    describeChange(record, change),
  ]);
  const columns = fields.map(([, { label }]) => ({ title: label }));
  return renderTable([{ title: 'Plan' }, ...columns, { title: 'What' }], rows, style);
}

/** One change in words. */
export function describeChange<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  change: RecordChange<Terms>,
): string {
  return change.kind === 'change'
    ? record.describeChange(termsIn(change.before), change.after).join('; ')
    : briefly(record, changed(change));
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
  stored: Terms & Stamp,
  { style, more = [] }: { readonly style: Style; readonly more?: readonly (readonly [string, string])[] },
): string {
  const terms = termsIn(stored);
  const { version, updatedBy, updatedAt } = stored;
  const sets = new Set<string>(record.kind.sets?.map(String));
  const plain = record.format(terms);
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
  const noted = Object.entries({ version, updatedBy, updatedAt }).map(([name, value]) => [name, String(value)]);
  const titles = [{ title: 'Field' }, { title: plainText(record.kind.title(terms)) }];
  return renderTable(titles, [...facts, ...noted, ...more], style);
}

function keyDocument<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, terms: Terms): PlainFields {
  const names = keyNames(record, [{ kind: 'add', after: terms }]);
  const fields = fieldsOf(record).filter(([name]) => names.has(name));
  const plain = record.format(terms);
  return Object.fromEntries(fields.map(([name, { as }]) => [as ?? name, plain[name] ?? null]));
}

function keyNames<Key, Terms extends Key>(
  { kind }: RecordCodec<Key, Terms>,
  changes: readonly RecordChange<Terms>[],
): ReadonlySet<string> {
  return new Set(changes.slice(0, 1).flatMap((change) => Object.keys(kind.plainKey(changed(change)))));
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
