import { keyText } from '../../domain/records/record-kind.ts';
import type { RecordCodec } from '../records/record.ts';
import type { FileNote } from './file-rows.ts';
import { inFileOrder, textOfFile, type FileFormat } from './file-text.ts';
import { readRecordCsv, readRecordEntries, type RecordRows } from './record-rows.ts';
import { readYamlSection } from './yaml-sections.ts';

/** What a file says of one kind of records. Only a file without problems may be used. */
export interface RecordFile<Terms> {
  readonly records: readonly Terms[];
  readonly problems: readonly FileNote[];
}

/** Reads a file of one kind of records: CSV rows, or a YAML list under `section`. Never throws. */
export function readRecordFile<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  bytes: Uint8Array,
  { format, section }: { readonly format: FileFormat; readonly section: string },
): RecordFile<Terms> {
  const read = textOfFile(bytes);
  if (read.kind === 'refused') {
    return { records: [], problems: [{ at: 'file', text: read.problem }] };
  }
  const { rows, problems } = format === 'csv' ? readRecordCsv(record, read.text) : readYaml(record, read.text, section);
  // No field of such a kind is kept when unsaid, so that every row has all its terms.
  const records = rows.map(({ terms }) => terms as Terms);
  return { records, problems: inFileOrder([...problems, ...repeated(record, rows)]) };
}

function readYaml<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  text: string,
  section: string,
): RecordRows<Terms> {
  const { entries, problems } = readYamlSection(text, section);
  const read = readRecordEntries(record, entries[section] ?? []);
  return { rows: read.rows, problems: [...problems, ...read.problems] };
}

function repeated<Key, Terms extends Key>(
  { kind }: RecordCodec<Key, Terms>,
  rows: RecordRows<Terms>['rows'],
): readonly FileNote[] {
  const byKey = Map.groupBy(rows, ({ terms }) => keyText(kind, terms as Terms));
  return [...byKey].flatMap(([key, [first, ...others]]) =>
    others.map(({ at }) => ({ at, text: `${key} stands at ${first?.at ?? 'file'} already; keep one of the two` })),
  );
}
