import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { budgetVersionIn, budgetVersions } from '../kernel/records/contract/versions/record-versions.ts';
import { recordOfVersion, stampOf } from '../kernel/records/record-edit.ts';
import { adoptRow, brokenVersion, editRow, recordVersions } from '../kernel/records/store/record-versions.ts';
import { type BudgetRowKey, type BudgetStore, type InvalidBudget } from '../kernel/records/use-cases/ports.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { journaledWrites } from '../kernel/store/journaled-writes.ts';
import { findItem } from '../kernel/store/one-item.ts';
import { scanAll } from '../kernel/store/read-pages.ts';
import type { Item } from '../kernel/store/stored-item.ts';
import type { Budget, BudgetVersion } from './budget.ts';
import { foundBudget, readBudget, storedBudgets } from './contract/budget-rows.ts';
import { formatScope } from './scope.ts';

interface Tables {
  readonly budgets: string;
  readonly versions: string;
  readonly journal: string;
}

/** The budgets table. People may edit rows directly, so a row is never trusted. */
export function dynamoBudgetStore(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff = patientBackoff,
): BudgetStore {
  return { ...budgetReads(dynamo, tables), ...budgetEdits(dynamo, tables, backoff) };
}

function budgetReads(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
): Pick<BudgetStore, 'list' | 'find' | 'listVersions'> {
  const versions = recordVersions(dynamo, tables.versions, budgetVersions);

  /** Undefined when there is none, or none is readable. */
  async function lastVersion(key: BudgetRowKey): Promise<BudgetVersion | undefined> {
    const last = await versions.last(key);
    return last && budgetVersionIn({ ...last, key });
  }

  async function withLastValid(invalid: InvalidBudget, key: BudgetRowKey): Promise<InvalidBudget> {
    const last = await lastVersion(key);
    const lastValid = last === undefined ? undefined : recordOfVersion(last);
    return lastValid === undefined ? invalid : { ...invalid, lastValid };
  }

  return {
    async list() {
      const rows = await scanAll(dynamo, { TableName: tables.budgets, ConsistentRead: true });
      const budgets: Budget[] = [];
      const invalid: InvalidBudget[] = [];
      for (const row of rows.toSorted(byKey)) {
        const read = readBudget(row);
        const broken = read.kind === 'invalid' ? await withLastValid(read.invalid, keyIn(row)) : undefined;
        invalid.push(...(broken === undefined ? [] : [broken]));
        const budget = read.kind === 'budget' ? read.budget : broken?.lastValid;
        budgets.push(...(budget === undefined ? [] : [budget]));
      }
      return { budgets, invalid };
    },
    async find(key) {
      const row = await findItem(dynamo, tables.budgets, rowKeyOf(key));
      const last = await lastVersion(key);
      return { row: foundBudget(row, last), last };
    },
    async listVersions(key) {
      return (await versions.list(key)).map((made) => {
        const version = budgetVersionIn(made);
        if (version === undefined) {
          const place = { budget: budgetVersions.partitionOf(made.key), version: made.version };
          throw brokenVersion(place, tables.versions);
        }
        return version;
      });
    },
  };
}

function budgetEdits(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff,
): Pick<BudgetStore, 'edit' | 'adopt'> {
  const journaled = journaledWrites(dynamo, tables.journal, backoff);
  const versions = recordVersions(dynamo, tables.versions, budgetVersions);
  const rows = { table: tables.budgets, versions, journaled, stale: staleAt };

  return {
    async edit(edit, entry) {
      const { key, seenVersion } = edit;
      const budget = storedBudgets.edited(edit);
      const row = budget && storedBudgets.format(budget);
      const isMade = (found: Item | undefined) =>
        budget !== undefined && storedBudgets.holds(found, budget, (made) => made > seenVersion);
      await editRow(rows, { key: rowKeyOf(key), seenVersion, row, version: edit, isMade }, entry);
    },
    async adopt(edit, entry) {
      const { key, seenVersion } = edit;
      const stamp = { ...stampOf(edit) };
      await adoptRow(rows, { key: rowKeyOf(key), seenVersion, version: edit, stamp }, entry);
    },
  };
}

function rowKeyOf({ scope, window }: BudgetRowKey) {
  return { scope: typeof scope === 'string' ? scope : formatScope(scope), window };
}

function staleAt(key: BudgetRowKey, seenVersion: number): string {
  const { scope, window } = rowKeyOf(key);
  return `the budget ${scope} / ${window} is no longer at version ${seenVersion}`;
}

function byKey(a: Item, b: Item): number {
  const [first, second] = [keyText(a), keyText(b)];
  return Number(first > second) - Number(first < second);
}

function keyIn(row: Item) {
  return { scope: String(row['scope']), window: String(row['window']) };
}

function keyText(row: Item): string {
  const { scope, window } = keyIn(row);
  return `${scope} / ${window}`;
}
