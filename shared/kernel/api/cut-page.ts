import { rowsUsual } from '../contract/fields/page.ts';
import type { Answer } from './operation.ts';
import { Problem } from './problem.ts';

type DocumentRow = Readonly<Record<string, unknown>>;

/** What `PageQuery` has read. */
export interface PageInput {
  readonly cursor?: string;
  readonly limit?: number;
}

/**
 * The requested page of a list: the rows after the cursor's row, or after its position when that row is gone. Without a
 * requested page, all rows. `rowKey`: the fields that identify a row.
 */
export function cutPage(
  answer: Answer<unknown>,
  { cursor, limit }: PageInput,
  rowKey: readonly string[],
): Answer<unknown> {
  const document = answer.document as { readonly rows: readonly DocumentRow[]; readonly next: string | null };
  if (cursor === undefined && limit === undefined) {
    return answer;
  }
  const { rows } = document;
  const from = cursor === undefined ? 0 : startBehind(cursor, rows, rowKey);
  const length = limit ?? rowsUsual;
  const through = from + length;
  const start = Math.max(0, from - length);
  const above = rows[start - 1];
  const previous = above === undefined ? null : cursorOf(start, above, rowKey);
  const last = rows[through - 1];
  const next = last === undefined || through >= rows.length ? null : cursorOf(through, last, rowKey);
  const place = { before: from, total: rows.length, previous };
  return { ...answer, document: { ...document, rows: rows.slice(from, through), next, place } };
}

function cursorOf(place: number, row: DocumentRow, rowKey: readonly string[]): string {
  return Buffer.from(JSON.stringify([place, keyOf(row, rowKey)])).toString('base64url');
}

function startBehind(cursor: string, rows: readonly DocumentRow[], rowKey: readonly string[]): number {
  const [place, key] = partsOf(cursor);
  const isIt = (row: DocumentRow | undefined): boolean => row !== undefined && keyOf(row, rowKey) === key;
  const found = isIt(rows[place - 1]) ? place - 1 : rows.findIndex(isIt);
  return found === -1 ? place : found + 1;
}

function keyOf(row: DocumentRow, rowKey: readonly string[]): string {
  return rowKey.map((name) => String(row[name])).join('/');
}

function partsOf(cursor: string): readonly [number, string] {
  const parts = jsonIn(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [place, key] = Array.isArray(parts) ? (parts as readonly unknown[]) : [];
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0 || typeof key !== 'string') {
    const problem = 'is none that was given out; begin with the first page';
    throw new Problem('invalid-input', `cursor ${problem}`, { fields: [{ field: 'cursor', problem }] });
  }
  return [place, key];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
