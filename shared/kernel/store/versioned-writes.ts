import type { Item } from './stored-item.ts';
import type { Write } from './transact.ts';

/** The row version an edit is based on; 0 for a row without one. */
interface SeenVersion {
  readonly seenVersion: number;
}

export function versionCondition({ seenVersion }: SeenVersion) {
  const isSeen = '#version = :seen';
  return {
    condition: seenVersion === 0 ? `attribute_not_exists(#version) OR ${isSeen}` : isSeen,
    names: { '#version': 'version' },
    values: { ':seen': seenVersion },
  };
}

export function versionedPut(TableName: string, row: Item, seen: SeenVersion): Write {
  const { condition, names, values } = versionCondition(seen);
  return {
    Put: {
      TableName,
      Item: row,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/** Removes the seen version of a row. */
export function versionedDelete(TableName: string, Key: Item, seen: SeenVersion): Write {
  const { condition, names, values } = versionCondition(seen);
  const [partition = ''] = Object.keys(Key);
  return {
    Delete: {
      TableName,
      Key,
      ConditionExpression: `attribute_exists(#partition) AND (${condition})`,
      ExpressionAttributeNames: { ...names, '#partition': partition },
      ExpressionAttributeValues: values,
    },
  };
}

/** A row edited with other tools: its key and its version. */
interface EditedRow {
  readonly table: string;
  readonly key: Item;
  readonly seenVersion: number;
}

/**
 * Adds Curfew's fields to a row and leaves its terms: a concurrent edit is not overwritten, and is found later because
 * it differs from the version.
 */
export function stampRow({ table, key, ...seen }: EditedRow, stamp: Item): Write {
  const { condition, names, values } = versionCondition(seen);
  const [partition = ''] = Object.keys(key);
  const fields = Object.entries(stamp);
  return {
    Update: {
      TableName: table,
      Key: key,
      UpdateExpression: `SET ${fields.map((_, index) => `#s${index} = :s${index}`).join(', ')}`,
      ConditionExpression: `attribute_exists(#partition) AND (${condition})`,
      ExpressionAttributeNames: {
        ...names,
        '#partition': partition,
        ...Object.fromEntries(fields.map(([name], index) => [`#s${index}`, name])),
      },
      ExpressionAttributeValues: {
        ...values,
        ...Object.fromEntries(fields.map(([, value], index) => [`:s${index}`, value])),
      },
    },
  };
}

/** The condition that a removed row is still gone. */
export function rowGone({ table, key }: EditedRow): Write {
  const [partition = ''] = Object.keys(key);
  return {
    ConditionCheck: {
      TableName: table,
      Key: key,
      ConditionExpression: 'attribute_not_exists(#partition)',
      ExpressionAttributeNames: { '#partition': partition },
    },
  };
}
