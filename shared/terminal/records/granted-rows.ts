import type { RecordCodec } from '../../kernel/records/contract/record.ts';
import type { PlainFields } from '../../kernel/records/record-kind.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';
import { recordCells, recordColumns } from './record-rows.ts';

/** A record that was granted for a time, with what Curfew noted of it and where it stands now. */
export interface GrantedRow<Terms> {
  readonly terms: Terms;
  readonly noted: {
    readonly id: string;
    readonly createdBy: string;
    readonly createdAt: string;
    readonly endedAt?: string;
    readonly version: number;
  };
  readonly status: 'upcoming' | 'in-force' | 'over' | 'expired' | 'ended';
}

/** A granted record as the JSON documents show it. */
export function grantedDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { terms, noted, status }: GrantedRow<Terms>,
): PlainFields {
  const { id, createdBy, createdAt, endedAt = null, version } = noted;
  return { id, ...record.document(terms), status, createdBy, createdAt, endedAt, version };
}

/** Granted records as a table. */
export function grantedTable<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  rows: readonly GrantedRow<Terms>[],
  style: Style,
): string {
  const columns = [
    { title: 'Id' },
    ...recordColumns(record),
    { title: 'Status' },
    { title: 'By', isMinor: true } as const,
  ];
  const cells = rows.map(({ terms, noted: { id, createdBy }, status }) => [
    id,
    ...recordCells(record, terms),
    status.replaceAll('-', ' '),
    createdBy,
  ]);
  return renderTable(columns, cells, style);
}

/** Whether a list shows a record that nobody asked to see all of. */
export function isCurrent({ status }: Pick<GrantedRow<unknown>, 'status'>): boolean {
  return status === 'in-force' || status === 'upcoming';
}
