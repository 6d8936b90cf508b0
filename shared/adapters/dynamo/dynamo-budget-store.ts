import { isDeepStrictEqual } from 'node:util';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StaleBudgetError, type BudgetEdit, type BudgetStore } from '../../application/ports.ts';
import {
  editedBudget,
  formatStoredBudget,
  holdsBudget,
  isAsSeen,
  readStoredBudget,
} from '../../contracts/stored-budget.ts';
import type { Budget } from '../../domain/budgets/budget.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import { invariant } from '../../domain/invariant.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { patientBackoff, type Backoff } from './backoff.ts';
import { journalEntry, journalItem, journalKey, journalPut } from './journal-item.ts';
import { scanAll } from './read-pages.ts';
import type { Item } from './stored-item.ts';
import { transact, type Write } from './transact.ts';

interface Tables {
  readonly budgets: string;
  readonly journal: string;
}

/** The budgets table. Its rows are made to be read and written by hand, so what stands there is never trusted. */
export function dynamoBudgetStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): BudgetStore {
  async function find(TableName: string, Key: Item): Promise<Item | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item;
  }

  /** A refused edit may be one that was made already: by an attempt whose answer was lost, or by an earlier run. */
  async function settleRefusal(edit: BudgetEdit, wanted: Budget | undefined, entry: JournalEntry): Promise<void> {
    // The entry is read first: whoever changes the row meanwhile cannot make our own edit look undone.
    const written = await find(tables.journal, journalKey(entry));
    const row = await find(tables.budgets, keyOf(edit));
    const isOwnEntry =
      written !== undefined && isDeepStrictEqual(journalEntry(written, tables.journal), structuredClone(entry));
    if (isOwnEntry || (wanted !== undefined && holdsBudget(row, wanted))) {
      return;
    }
    invariant(written === undefined || !isAsSeen(row, edit), 'two journal entries never share an id');
    const { scope, window } = keyOf(edit);
    throw new StaleBudgetError(`the budget ${scope} / ${window} is no longer at version ${edit.seenVersion}`);
  }

  return {
    async list() {
      const rows = await scanAll(dynamo, { TableName: tables.budgets, ConsistentRead: true });
      const read = rows.toSorted(byKey).map((row) => readStoredBudget(row));
      return {
        budgets: read.flatMap((one) => (one.kind === 'budget' ? [one.budget] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async edit(edit, author, entry) {
      const wanted = editedBudget(edit, author);
      const write = wanted === undefined ? deleteOf(tables.budgets, edit) : putOf(tables.budgets, edit, wanted);
      const outcome = await transact(
        dynamo,
        [write, journalPut(journalItem(entry, tables.journal), tables.journal)],
        backoff,
      );
      if (outcome.kind === 'refused') {
        await settleRefusal(edit, wanted, entry);
      }
    },
  };
}

function keyOf({ scope, window }: BudgetEdit): { readonly scope: string; readonly window: string } {
  return { scope: formatScope(scope), window };
}

function putOf(TableName: string, edit: BudgetEdit, budget: Budget): Write {
  const { condition, names, values } = versionCondition(edit);
  return {
    Put: {
      TableName,
      Item: formatStoredBudget(budget),
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

function deleteOf(TableName: string, edit: BudgetEdit): Write {
  const { condition, names, values } = versionCondition(edit);
  return {
    Delete: {
      TableName,
      Key: keyOf(edit),
      ConditionExpression: `attribute_exists(#scope) AND (${condition})`,
      ExpressionAttributeNames: { ...names, '#scope': 'scope' },
      ExpressionAttributeValues: values,
    },
  };
}

/** The same rule as `isAsSeen`, for the table to hold to: a row without a version is at version 0. */
function versionCondition({ seenVersion }: BudgetEdit) {
  const isSeen = '#version = :seen';
  return {
    condition: seenVersion === 0 ? `attribute_not_exists(#version) OR ${isSeen}` : isSeen,
    names: { '#version': 'version' },
    values: { ':seen': seenVersion },
  };
}

function byKey(a: Item, b: Item): number {
  const [first, second] = [keyText(a), keyText(b)];
  return Number(first > second) - Number(first < second);
}

function keyText(row: Item): string {
  return `${String(row['scope'])} / ${String(row['window'])}`;
}
