import { keyText } from '../../record-kind.ts';
import { quotedValue } from '../fields/quoted-value.ts';
import type { RecordCodec } from '../record.ts';
import type { FileNote, RecordRows } from './file-rows.ts';
import { inFileOrder, textOfFile, type FileFormat } from './file-text.ts';
import { readRecordCsv, readRecordEntries } from './record-rows.ts';
import { readYamlSections } from './yaml-sections.ts';

/** Reads one kind of records: CSV, or YAML with a list under `section`. Distinct records; none if anything is wrong. */
export function readRecordFile<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { bytes, section, format }: { readonly bytes: Uint8Array; readonly section: string; readonly format: FileFormat },
): RecordRows<Terms> {
  const file = textOfFile(bytes);
  if (file.kind === 'refused') {
    return { rows: [], problems: [{ at: 'file', text: file.problem }] };
  }
  const read = format === 'csv' ? readRecordCsv(record, file.text) : readYaml(record, file.text, section);
  const problems = [...read.problems, ...repeatedRows(record, read.rows)];
  return { rows: problems.length === 0 ? read.rows : [], problems: inFileOrder(problems) };
}

function readYaml<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  text: string,
  section: string,
): RecordRows<Terms> {
  const { entries, problems } = readYamlSections(text, [section]);
  const read = readRecordEntries(record, entries[section] ?? []);
  return { rows: read.rows, problems: [...problems, ...read.problems] };
}

/** Records that stand twice. */
export function repeatedRows<Key, Terms extends Key>(
  { kind }: RecordCodec<Key, Terms>,
  rows: readonly { readonly at: string; readonly terms: Terms }[],
): readonly FileNote[] {
  const byKey = Map.groupBy(rows, ({ terms }) => keyText(kind, terms));
  return [...byKey].flatMap(([key, [first, ...others]]) =>
    others.map(({ at }) => ({
      at,
      text: `${quotedValue(key)} stands at ${first?.at ?? 'file'} already; keep one of the two`,
    })),
  );
}
