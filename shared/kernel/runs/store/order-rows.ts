import { PutCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { isMade, findItem } from '../../store/one-item.ts';
import type { Item } from '../../store/stored-item.ts';
import type { Tampering } from '../lease.ts';

/** More leases and progress rows than jobs. */
const rowsMax = 200;

const StoredTampering = z.object({ foundAtMs: z.int().min(0), found: z.string().max(1_000) });

/** The rows that order runs: leases and progress. A row is readable whatever wrote it. */
interface OrderRows {
  find(name: string): Promise<Item | undefined>;
  /** Replaces the seen row: false when another one is stored. */
  replace(
    row: Item & { readonly name: string },
    seen: Item | undefined,
    change: { readonly fields: readonly string[]; readonly tampering?: Tampering | undefined },
  ): Promise<boolean>;
  tampered(): Promise<readonly Tampering[]>;
}

export function orderRows(dynamo: DynamoDBDocumentClient, TableName: string): OrderRows {
  return {
    find: async (name) => findItem(dynamo, TableName, { name }),
    async replace(row, seen, { fields, tampering }) {
      const kept = StoredTampering.safeParse(seen?.['tampering']);
      const found = tampering ?? (kept.success ? kept.data : undefined);
      const Item =
        found === undefined ? row : { ...row, tampering: { foundAtMs: found.foundAtMs, found: found.found } };
      return isMade(dynamo.send(new PutCommand({ TableName, Item, ...isSeenOrOwn(row, seen, fields) })));
    },
    async tampered() {
      const { Items = [] } = await dynamo.send(
        new ScanCommand({
          TableName,
          Limit: rowsMax,
          ConsistentRead: true,
          ProjectionExpression: '#name, tampering',
          ExpressionAttributeNames: { '#name': 'name' },
        }),
      );
      return Items.flatMap(({ name, tampering }): readonly Tampering[] => {
        const read = StoredTampering.safeParse(tampering);
        return read.success ? [{ name: String(name), ...read.data }] : [];
      }).toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
    },
  };
}

/** The client may send a put twice, so the condition also holds for an identical stored row. */
function isSeenOrOwn(row: Item, seen: Item | undefined, fields: readonly string[]) {
  const names = Object.fromEntries(fields.map((field, index) => [`#f${index}`, field]));
  const own = fields.map((_, index) => `#f${index} = :own${index}`).join(' AND ');
  const values = Object.fromEntries(fields.map((field, index) => [`:own${index}`, row[field]]));
  const nothing = { condition: fields.map((_, index) => `attribute_not_exists(#f${index})`).join(' AND '), values: {} };
  const { condition, values: seenValues } = seen === undefined ? nothing : isSeen(seen, fields);
  return {
    ConditionExpression: `(${condition}) OR (${own})`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ...values, ...seenValues },
  };
}

/** A number beyond JavaScript's range is only known to exist. Curfew never wrote it: fences are safe integers. */
function isSeen(seen: Item, fields: readonly string[]): { readonly condition: string; readonly values: Item } {
  const exact = fields.filter((field) => isExact(seen[field]));
  const conditionOf = (field: string, index: number): string =>
    seen[field] === undefined
      ? `attribute_not_exists(#f${index})`
      : isExact(seen[field])
        ? `#f${index} = :seen${index}`
        : `attribute_exists(#f${index})`;
  return {
    condition: fields.map(conditionOf).join(' AND '),
    values: Object.fromEntries(exact.map((field) => [`:seen${fields.indexOf(field)}`, seen[field]])),
  };
}

function isExact(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && Number.isNaN(Number(value)));
}
