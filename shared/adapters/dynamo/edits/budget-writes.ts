import type { BudgetEdit, DirectEdit } from '../../../application/edits/ports.ts';
import { formatScope } from '../../../domain/budgets/scope.ts';
import type { Write } from '../calls/transact.ts';
import { versionCondition } from '../calls/versioned-writes.ts';

/** The key of the row that an edit is about. */
export function rowKeyOf({ scope, window }: Pick<BudgetEdit, 'scope' | 'window'>) {
  return { scope: formatScope(scope), window };
}

/**
 * Gives a row its version and leaves its terms as they are: a hand that changes them at this very moment is not
 * written over, and what it wrote differs from the version, so that it is found.
 */
export function budgetStamp(TableName: string, edit: DirectEdit): Write {
  const { version } = edit;
  const { condition, names, values } = versionCondition(edit);
  return {
    Update: {
      TableName,
      Key: rowKeyOf(version),
      UpdateExpression: 'SET #version = :version, #by = :by, #at = :at',
      ConditionExpression: `attribute_exists(#scope) AND (${condition})`,
      ExpressionAttributeNames: { ...names, '#scope': 'scope', '#by': 'updatedBy', '#at': 'updatedAt' },
      ExpressionAttributeValues: { ...values, ':version': version.version, ':by': version.by, ':at': version.at },
    },
  };
}

/** Holds a removal to it that the row is still gone. */
export function budgetGone(TableName: string, { version }: DirectEdit): Write {
  return {
    ConditionCheck: {
      TableName,
      Key: rowKeyOf(version),
      ConditionExpression: 'attribute_not_exists(#scope)',
      ExpressionAttributeNames: { '#scope': 'scope' },
    },
  };
}
