import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  StaleRecordError,
  type BudgetRowKey,
  type BudgetStore,
  type InvalidBudget,
} from '../../../application/edits/ports.ts';
import { isMade, readBudget, storedBudgets } from '../../../contracts/records/budget-rows.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import type { Budget } from '../../../domain/budgets/budget.ts';
import { budgetOfVersion, versionOfEdit } from '../../../domain/budgets/budget-version.ts';
import { formatScope } from '../../../domain/budgets/scope.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { everyVersion, lastVersion, versionPut } from './budget-versions.ts';
import { rowGone, stampRow } from './direct-edit-writes.ts';
import { findRow, journaledWrites } from '../calls/journaled-writes.ts';
import { scanAll } from '../calls/read-pages.ts';
import type { Item } from '../items/stored-item.ts';
import { versionedDelete, versionedPut } from '../calls/versioned-writes.ts';

interface Tables {
  readonly budgets: string;
  readonly versions: string;
  readonly journal: string;
}

/** The budgets table. People may read and write its rows directly, so a row is never trusted. */
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
  async function withLastValid(invalid: InvalidBudget, key: BudgetRowKey): Promise<InvalidBudget> {
    const last = await lastVersion(dynamo, tables.versions, key);
    const lastValid = last === undefined ? undefined : budgetOfVersion(last);
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
    async find({ scope, window }) {
      const row = await findRow(dynamo, tables.budgets, { scope, window });
      const last = await lastVersion(dynamo, tables.versions, { scope, window });
      return {
        row: row === undefined ? { kind: 'none' } : readBudget(row),
        ...(last === undefined ? {} : { last }),
      };
    },
    async listVersions(key) {
      return everyVersion(dynamo, tables.versions, key);
    },
  };
}

function budgetEdits(
  dynamo: DynamoDBDocumentClient,
  tables: Tables,
  backoff: Backoff,
): Pick<BudgetStore, 'edit' | 'adopt'> {
  const journaled = journaledWrites(dynamo, tables.journal, backoff);

  return {
    async edit(edit, author, entry) {
      const wanted = storedBudgets.edited({ ...edit, key: edit }, author);
      const key = rowKeyOf(edit);
      const write =
        wanted === undefined
          ? versionedDelete(tables.budgets, key, edit)
          : versionedPut(tables.budgets, storedBudgets.format(wanted), edit);
      const version = versionPut(versionOfEdit(edit, author), tables.versions);
      await journaled.edit([write, version], entry, {
        table: tables.budgets,
        key,
        isMade: (row) => wanted !== undefined && isMade(row, wanted, edit),
        isAsSeen: (row) => isAsSeen(row, edit),
        stale: staleAt(key, edit.seenVersion),
      });
    },
    async adopt(edit, entry) {
      const { version, seenVersion } = edit;
      const row = { table: tables.budgets, key: rowKeyOf(version), seenVersion };
      const stamp = { version: version.version, updatedBy: version.by, updatedAt: version.at };
      const write = version.terms === undefined ? rowGone(row) : stampRow(row, stamp);
      const isDone = await journaled.write([write, versionPut(version, tables.versions)], entry);
      if (!isDone && (await journaled.isWritten(entry)) !== 'as-own') {
        throw new StaleRecordError(staleAt(rowKeyOf(version), seenVersion));
      }
    },
  };
}

/** The key of the row that an edit is about. */
function rowKeyOf({ scope, window }: Pick<Budget, 'scope' | 'window'>) {
  return { scope: formatScope(scope), window };
}

function staleAt({ scope, window }: BudgetRowKey, seenVersion: number): string {
  return `the budget ${scope} / ${window} is no longer at version ${seenVersion}`;
}

function byKey(a: Item, b: Item): number {
  const [first, second] = [keyText(a), keyText(b)];
  return Number(first > second) - Number(first < second);
}

function keyIn(row: Item): BudgetRowKey {
  return { scope: String(row['scope']), window: String(row['window']) };
}

function keyText(row: Item): string {
  const { scope, window } = keyIn(row);
  return `${scope} / ${window}`;
}
