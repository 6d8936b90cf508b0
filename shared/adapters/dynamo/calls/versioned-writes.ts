import type { Item } from '../items/stored-item.ts';
import type { Write } from './transact.ts';

/** The version of a row that an edit was made on; a row without a version is at version 0. */
interface Seen {
  readonly seenVersion: number;
}

/** The condition that a row is as it was seen, for the table to hold to. */
export function versionCondition({ seenVersion }: Seen) {
  const isSeen = '#version = :seen';
  return {
    condition: seenVersion === 0 ? `attribute_not_exists(#version) OR ${isSeen}` : isSeen,
    names: { '#version': 'version' },
    values: { ':seen': seenVersion },
  };
}

/** Writes a row over the version that was seen. */
export function versionedPut(TableName: string, row: Item, seen: Seen): Write {
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

/** Removes the version of a row that was seen. */
export function versionedDelete(TableName: string, Key: Item, seen: Seen): Write {
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

/** A row that somebody edited with other tools, by its key, and the version that it carries. */
interface EditedRow {
  readonly table: string;
  readonly key: Item;
  readonly seenVersion: number;
}

/**
 * Gives a row what Curfew notes beside its terms and leaves these as they are: a concurrent edit is
 * not written over, and what it wrote differs from the version, so that it is found.
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

/** Holds a removal to it that the row is still gone. */
export function rowGone({ table, key }: Pick<EditedRow, 'table' | 'key'>): Write {
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
