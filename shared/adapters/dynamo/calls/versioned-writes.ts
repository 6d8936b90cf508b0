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
