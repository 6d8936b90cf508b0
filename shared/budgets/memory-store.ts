import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import { budgetVersionIn, budgetVersions } from '../kernel/records/contract/versions/record-versions.ts';
import type { TableRow } from '../kernel/records/contract/versions/stored-record.ts';
import { recordOfVersion, stampOf } from '../kernel/records/record-edit.ts';
import { memoryAdopt, memoryEdit, memoryRecordVersions } from '../kernel/records/store/memory-record-versions.ts';
import {
  StaleRecordError,
  type BudgetRowKey,
  type BudgetStore,
  type InvalidBudget,
} from '../kernel/records/use-cases/ports.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Budget, BudgetTerms, BudgetVersion } from './budget.ts';
import { foundBudget, readBudget, storedBudgets } from './contract/budget-rows.ts';
import { formatScope } from './scope.ts';

type KeyedRow = TableRow & Readonly<Record<'scope' | 'window', string>>;

export interface MemoryBudgetStore extends BudgetStore {
  /** Writes a row unchecked, like the table's own tools. */
  writeByHand(row: KeyedRow): void;
  removeByHand(key: BudgetRowKey): void;
}

interface BudgetTables {
  readonly rows: Map<string, KeyedRow>;
  readonly versions: ReturnType<typeof memoryRecordVersions<BudgetRowKey, BudgetTerms>>;
  readonly journal: MemoryJournal;
}

/** `dynamoBudgetStore` in memory. */
export function memoryBudgetStore(journal: MemoryJournal): MemoryBudgetStore {
  const kept: BudgetTables = { rows: new Map(), versions: memoryRecordVersions(budgetVersions), journal };
  return {
    ...budgetReads(kept),
    ...budgetEdits(kept),
    writeByHand(row) {
      kept.rows.set(keyText(row), structuredClone(row));
    },
    removeByHand(key) {
      kept.rows.delete(keyText(key));
    },
  };
}

function budgetReads({ rows, versions }: BudgetTables): Pick<BudgetStore, 'list' | 'find' | 'listVersions'> {
  function lastOf(key: BudgetRowKey): BudgetVersion | undefined {
    const last = versions.last(key);
    return last && budgetVersionIn({ ...last, key });
  }

  function read(row: KeyedRow): { readonly budget?: Budget; readonly invalid?: InvalidBudget } {
    const found = readBudget(row);
    if (found.kind === 'budget') {
      return { budget: found.budget };
    }
    const last = lastOf(row);
    const lastValid = last === undefined ? undefined : recordOfVersion(last);
    return lastValid === undefined
      ? { invalid: found.invalid }
      : { budget: lastValid, invalid: { ...found.invalid, lastValid } };
  }

  return {
    async list() {
      const all = sortedBy(rows, ([key]) => key).map(([, row]) => read(row));
      return {
        budgets: all.flatMap(({ budget }) => (budget === undefined ? [] : [budget])),
        invalid: all.flatMap(({ invalid }) => (invalid === undefined ? [] : [invalid])),
      };
    },
    async find(key) {
      const last = lastOf(key);
      return { row: foundBudget(rows.get(keyText(key)), last), last };
    },
    async listVersions(key) {
      return versions.list(key).flatMap((made) => budgetVersionIn(made) ?? []);
    },
  };
}

function budgetEdits(kept: BudgetTables): Pick<BudgetStore, 'edit' | 'adopt'> {
  const on = { ...kept, keyText, stale: staleAt };

  return {
    async edit(edit, entry) {
      const { key, seenVersion } = edit;
      const budget = storedBudgets.edited(edit);
      const row = budget && { ...rowKeyOf(key), ...storedBudgets.format(budget) };
      const isMade = (found: TableRow | undefined) =>
        budget !== undefined && storedBudgets.holds(found, budget, (made) => made > seenVersion);
      memoryEdit(on, { key, seenVersion, row, version: edit, isMade }, entry);
    },
    async adopt(edit, entry) {
      const { key, seenVersion } = edit;
      memoryAdopt(on, { key, seenVersion, version: edit, stamp: stampOf(edit) }, entry);
    },
  };
}

function rowKeyOf({ scope, window }: BudgetRowKey) {
  return { scope: typeof scope === 'string' ? scope : formatScope(scope), window };
}

function keyText(key: BudgetRowKey): string {
  const { scope, window } = rowKeyOf(key);
  return `${scope} / ${window}`;
}

function staleAt(key: BudgetRowKey, seenVersion: number): StaleRecordError {
  return new StaleRecordError(`the budget ${keyText(key)} is no longer at version ${seenVersion}`);
}
