import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';

import { invariant } from '../../kernel/invariant.ts';
import { tryAgain } from '../../kernel/store/backoff.ts';
import { eachAtMost } from '../../kernel/store/batches.ts';
import { isMade } from '../../kernel/store/one-item.ts';
import { checkItem, type Item } from '../../kernel/store/stored-item.ts';
import type { Day } from '../../kernel/time/day.ts';
import type { LedgerRow } from '../ledger-day.ts';
import {
  chunkOf,
  NamesItem,
  namesPartition,
  namesWith,
  noNames,
  packNames,
  packRows,
  partedByFirst,
  partKey,
  partsOf,
  Row,
  RowsItem,
} from './ledger-chunk.ts';
import { placeOf, readParts, rowsIn, type LedgerTable, type LedgerPart } from './read-ledger-rows.ts';

const writesMax = 8;

class LedgerContendedError extends Error {
  override readonly name = 'LedgerContendedError';
}

/** Sets rows of a day of the ledger. Throws BrokenItemError before anything is written, LedgerContendedError. */
export async function putLedgerRows(ledger: LedgerTable, day: Day, rows: readonly LedgerRow[]): Promise<void> {
  rows.filter((row) => !Row.safeParse(row).success).forEach((row) => refuseRow(ledger, day, row));
  if (rows.length === 0) {
    return;
  }
  // Of two rows of one user the later counts, as if set in turn.
  const unique = [...new Map(rows.map((row) => [row.userId, row])).values()];
  const left = await tryAgain<readonly LedgerRow[]>(ledger.backoff, unique, async (open) => putOpen(ledger, day, open));
  if (left !== undefined) {
    throw new LedgerContendedError(`the ledger of ${day} was written by another run every time`);
  }
}

/** Throws BrokenItemError naming the row's problem. */
function refuseRow({ table }: LedgerTable, day: Day, row: LedgerRow): void {
  checkItem(Row, { ...row }, { table, key: `${day} ${row.userId}` });
}

/**
 * Sets rows of a day by read, change and conditional write. Returns the rows that lost a race or whose own write was
 * reported as a refusal: reading again shows which are left.
 */
async function putOpen(
  ledger: LedgerTable,
  day: Day,
  rows: readonly LedgerRow[],
): Promise<readonly LedgerRow[] | undefined> {
  const { first, chunks } = await readParts(ledger, [...new Set(rows.map(({ userId }) => chunkOf(userId)))], [day]);
  const listed = new Set([...chunks.values()].flat().flatMap(({ names }) => names.userIds));
  const { ofFirst, ofChunks } = partedByFirst(first.names, listed, rows);
  // A list is started only when the ones before are full, so that no user is in two.
  if (ofFirst.length > 0 && !(await putPart(ledger, day, { part: first, rows: ofFirst }))) {
    return rows;
  }
  const refused: LedgerRow[][] = [];
  await eachAtMost(writesMax, [...Map.groupBy(ofChunks, ({ userId }) => chunkOf(userId))], async ([chunk, own]) => {
    const isSet = await putChunk(ledger, { day, chunk, parts: chunks.get(chunk) ?? [] }, own);
    refused.push(...(isSet ? [] : [own]));
  });
  return refused.length === 0 ? undefined : refused.flat();
}

/** Sets rows of a chunk. False after a concurrent write. */
async function putChunk(
  ledger: LedgerTable,
  { day, chunk, parts }: { readonly day: Day; readonly chunk: number; readonly parts: readonly LedgerPart[] },
  rows: readonly LedgerRow[],
): Promise<boolean> {
  const lists = parts.map(({ names }) => names);
  // In order: each part starts when the one before is full.
  for (const [index, rowsOfPart] of partsOf(lists, rows)) {
    const part = parts[index] ?? { key: partKey(chunk, index), storedNames: undefined, names: noNames, items: [] };
    if (!(await putPart(ledger, day, { part, rows: rowsOfPart }))) {
      return false;
    }
  }
  return true;
}

/** False after a concurrent write. */
async function putPart(
  ledger: LedgerTable,
  day: Day,
  {
    part: { key, storedNames, names: before, items },
    rows,
  }: { readonly part: LedgerPart; readonly rows: readonly LedgerRow[] },
): Promise<boolean> {
  const names = namesWith(before, rows);
  if (names !== before) {
    const next = { day: namesPartition, key, stored: storedNames };
    if (!(await putNext(ledger, next, await packNames(names)))) {
      return false;
    }
  }
  const stored = items.find((item) => item['day'] === day);
  const known = stored === undefined ? [] : await rowsIn(ledger, stored, names);
  const merged = new Map([...known, ...rows].map((row) => [row.userId, row]));
  const packed = await packRows([...merged.values()], names);
  return stored?.['text'] === packed || putNext(ledger, { day, key, stored }, packed);
}

/** Writes the next version of an item. False when another writer has written it. */
async function putNext(
  ledger: LedgerTable,
  { day, key, stored }: { readonly day: Day; readonly key: string; readonly stored: Item | undefined },
  text: string,
): Promise<boolean> {
  const schema: z.ZodType = day === namesPartition ? NamesItem : RowsItem;
  const seen = Number(stored?.['version'] ?? 0);
  const item = { day, userId: key, version: seen + 1, text };
  invariant(Number.isSafeInteger(seen), 'the version of a chunk is a whole number');
  const put = new PutCommand({
    TableName: ledger.table,
    Item: checkItem(schema, item, placeOf(ledger, item)),
    ConditionExpression: stored === undefined ? 'attribute_not_exists(version)' : 'version = :seen',
    ExpressionAttributeValues: stored === undefined ? undefined : { ':seen': seen },
  });
  return isMade(ledger.dynamo.send(put));
}
