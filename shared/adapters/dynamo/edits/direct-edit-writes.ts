import type { Item } from '../items/stored-item.ts';
import type { Write } from '../calls/transact.ts';
import { versionCondition } from '../calls/versioned-writes.ts';

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
