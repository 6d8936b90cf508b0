import type * as z from 'zod';

import { printableText } from '../../texts/printable-text.ts';
import type { Answer } from '../http/call.ts';
import { fieldProblem } from './field-problem.ts';
import { day } from './fields.ts';
import type { Findings, ResponseAnomalies } from './findings.ts';
import { countUnknownFields } from './unknown-fields.ts';

export interface RowSet<Row> extends ResponseAnomalies {
  readonly rows: readonly Row[];
}

interface RowList<Row> {
  /** The path of the list, for example `users` or `data[0].by_user`. */
  readonly path: string;
  readonly items: readonly unknown[];
  readonly schema: z.ZodType<Row>;
  readonly idField?: string;
  readonly dayField?: string;
}

export type ReadRow<Row> = readonly [row: Row, index: number];

/** Reads rows one by one and sets invalid ones aside: one user's broken row must not stop the organization's night. */
export function readRows<Row>({ findings }: Answer<unknown>, list: RowList<Row>): readonly ReadRow<Row>[] {
  return list.items.flatMap((item, index): readonly ReadRow<Row>[] => {
    const row = readRow(findings, list, { item, index });
    return row === undefined ? [] : [[row, index]];
  });
}

/** Reads one row; undefined when it is set aside. */
export function readRow<Row>(
  findings: Findings,
  list: Omit<RowList<Row>, 'items'>,
  { item, index }: { readonly item: unknown; readonly index: number },
): Row | undefined {
  const parsed = list.schema.safeParse(item);
  if (parsed.success) {
    const path = `${list.path.replaceAll(/\[\d+\]/g, '[]')}[]`;
    countUnknownFields(list.schema, item, { path, count: findings.countUnknown });
    return parsed.data;
  }
  const id = textIn(item, list.idField);
  const date = textIn(item, list.dayField);
  const isDay = date !== undefined && day.safeParse(date).success;
  findings.quarantine({
    path: `${list.path}[${index}]`,
    id,
    day: isDay ? date : undefined,
    ...fieldProblem(parsed.error.issues[0]),
  });
  return undefined;
}

/**
 * Rejects an answer without a single readable row: the interface has changed, and continuing would look like no use at
 * all. One unreadable row alone proves nothing and is quarantined.
 */
export function refuseIfNoneRead(answer: Answer<unknown>, served: number, read: number): void {
  if (served >= 2 && read === 0) {
    const [first] = answer.findings.close().quarantined;
    throw answer.malformed(
      `not one of ${served} rows could be read (${first?.path ?? ''} ${first?.field ?? ''}: ${first?.problem ?? ''})`,
    );
  }
}

/** Reads an answer that is one plain list, and closes it. */
export function readRowSet<Row>(answer: Answer<unknown>, list: RowList<Row>): RowSet<Row> {
  const rows = readRows(answer, list).map(([row]) => row);
  refuseIfNoneRead(answer, list.items.length, rows.length);
  return { rows, ...answer.findings.close() };
}

function textIn(item: unknown, field: string | undefined): string | undefined {
  if (field === undefined || typeof item !== 'object' || item === null || !Object.hasOwn(item, field)) {
    return undefined;
  }
  const value: unknown = Reflect.get(item, field);
  return typeof value === 'string' || typeof value === 'number' ? printableText(String(value), 120) : undefined;
}
