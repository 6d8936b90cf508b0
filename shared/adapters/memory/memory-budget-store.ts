import { isDeepStrictEqual } from 'node:util';
import { StaleBudgetError, type BudgetEdit, type BudgetStore, type InvalidBudget } from '../../application/ports.ts';
import { formatStoredBudget, readStoredBudget, type ReadBudget } from '../../contracts/stored-budget.ts';
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
      const wanted = wantedBudget(edit, author);
      const written = journal.find(entry);
      if (isDeepStrictEqual(written, storedCopy(entry)) || (wanted !== undefined && isMade(row, wanted))) {
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

function wantedBudget(edit: BudgetEdit, author: { readonly name: string; readonly at: string }): Budget | undefined {
  if (edit.terms === undefined) {
    return undefined;
  }
  const { terms } = edit;
  const isSameBudget = formatScope(terms.scope) === formatScope(edit.scope) && terms.window === edit.window;
  invariant(isSameBudget, 'the terms of an edit are those of its budget');
  const budget = { ...terms, version: edit.seenVersion + 1, updatedBy: author.name, updatedAt: author.at };
  const read = readStoredBudget(formatStoredBudget(budget));
  invariant(read.kind === 'budget', 'only sound terms are written');
  return read.budget;
}

function isAsSeen(row: Row | undefined, { seenVersion, terms }: BudgetEdit): boolean {
  const isThere = row !== undefined || terms !== undefined;
  return isThere && (row?.['version'] ?? 0) === seenVersion;
}

/** Whether a row is what an edit makes of it, whenever that edit was made. */
function isMade(row: Row | undefined, { updatedAt, ...wanted }: Budget): boolean {
  return (
    row !== undefined &&
    isDeepStrictEqual({ ...row, updatedAt }, storedCopy(formatStoredBudget({ ...wanted, updatedAt })))
  );
}

function budgetIn(read: ReadBudget): readonly Budget[] {
  return read.kind === 'budget' ? [read.budget] : [];
}

function invalidIn(read: ReadBudget): readonly InvalidBudget[] {
  return read.kind === 'invalid' ? [read.invalid] : [];
}
