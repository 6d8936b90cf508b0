import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type BudgetRowKey, type BudgetStore, type InvalidBudget } from '../../../application/edits/ports.ts';
import { readBudget, storedBudgets } from '../../../contracts/records/budget-rows.ts';
import { budgetVersionIn, budgetVersions } from '../../../contracts/records/versions/record-versions.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import type { Budget } from '../../../domain/budgets/budget.ts';
import { budgetOfVersion, type BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import { formatScope } from '../../../domain/budgets/scope.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { adoptRow, brokenVersion, editStamp, recordVersions } from './record-versions.ts';
import { versionedDelete, versionedPut } from '../calls/versioned-writes.ts';
import { journaledWrites } from '../calls/journaled-writes.ts';
import { scanAll } from '../calls/read-pages.ts';
import { findItem } from '../calls/one-item.ts';
import type { Item } from '../items/stored-item.ts';

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
  const versions = recordVersions(dynamo, tables.versions, budgetVersions);

  /** Undefined where there is none, or none that can be read. */
  async function lastVersion(key: BudgetRowKey): Promise<BudgetVersion | undefined> {
    const last = await versions.last(key);
    return last && budgetVersionIn({ ...last, key });
  }

  async function withLastValid(invalid: InvalidBudget, key: BudgetRowKey): Promise<InvalidBudget> {
    const last = await lastVersion(key);
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
      const row = await findItem(dynamo, tables.budgets, { scope, window });
      const last = await lastVersion({ scope, window });
      return {
        row: row === undefined ? { kind: 'none' } : readBudget(row),
        ...(last === undefined ? {} : { last }),
      };
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

  return {
    async edit(edit, author, entry) {
      const wanted = storedBudgets.edited({ ...edit, key: edit }, author);
      const key = rowKeyOf(edit);
      const write =
        wanted === undefined
          ? versionedDelete(tables.budgets, key, edit)
          : versionedPut(tables.budgets, storedBudgets.format(wanted), edit);
      const { version: number, way, terms } = edit;
      const made = { version: number, by: author.name, at: author.at, way, ...(terms && { record: terms }) };
      await journaled.edit([write, versions.put(key, made)], entry, {
        table: tables.budgets,
        key,
        isMade: (row) => wanted !== undefined && storedBudgets.holds(row, wanted, (later) => later > edit.seenVersion),
        isAsSeen: (row) => isAsSeen(row, edit),
        stale: staleAt(key, edit.seenVersion),
      });
    },
    async adopt({ version, seenVersion }, entry) {
      const { scope, window, terms, ...facts } = version;
      const made = { ...facts, ...(terms && { record: terms }) };
      const edit = { key: rowKeyOf({ scope, window }), seenVersion, made };
      await adoptRow({ table: tables.budgets, versions, journaled, stampOf: editStamp, stale: staleAt }, edit, entry);
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
