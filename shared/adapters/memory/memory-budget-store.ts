import { isDeepStrictEqual } from 'node:util';
import { StaleBudgetError, type BudgetStore, type InvalidBudget } from '../../application/ports.ts';
import {
  editedBudget,
  formatStoredBudget,
  holdsBudget,
  isAsSeen,
  readStoredBudget,
  type ReadBudget,
} from '../../contracts/stored-budget.ts';
import type { Budget } from '../../domain/budgets/budget.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import { invariant } from '../../domain/invariant.ts';
import type { MemoryJournal } from './memory-journal.ts';
import { sortedBy } from './ordering.ts';
import { storedCopy } from './stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** Budgets in memory, as plain rows that a hand may write too. */
export interface MemoryBudgetStore extends BudgetStore {
  /** Writes a row as somebody with the tools of the table would: unchecked. */
  writeByHand(row: Row & { readonly scope: string; readonly window: string }): void;
}

/** Budgets in memory, with the semantics of `dynamoBudgetStore`. */
export function memoryBudgetStore(journal: MemoryJournal): MemoryBudgetStore {
  const rows = new Map<string, Row>();

  return {
    async list() {
      const read = sortedBy(rows, ([key]) => key).map(([, row]) => readStoredBudget(row));
      return { budgets: read.flatMap(budgetIn), invalid: read.flatMap(invalidIn) };
    },
    async edit(edit, author, entry) {
      const key = `${formatScope(edit.scope)} / ${edit.window}`;
      const row = rows.get(key);
      const wanted = editedBudget(edit, author);
      const written = journal.find(entry);
      if (isDeepStrictEqual(written, storedCopy(entry)) || (wanted !== undefined && holdsBudget(row, wanted))) {
        return;
      }
      if (!isAsSeen(row, edit)) {
        throw new StaleBudgetError(`the budget ${key} is no longer at version ${edit.seenVersion}`);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      if (wanted === undefined) {
        rows.delete(key);
      } else {
        rows.set(key, storedCopy(formatStoredBudget(wanted)));
      }
    },
    writeByHand(row) {
      rows.set(`${row.scope} / ${row.window}`, structuredClone(row));
    },
  };
}

function budgetIn(read: ReadBudget): readonly Budget[] {
  return read.kind === 'budget' ? [read.budget] : [];
}

function invalidIn(read: ReadBudget): readonly InvalidBudget[] {
  return read.kind === 'invalid' ? [read.invalid] : [];
}
