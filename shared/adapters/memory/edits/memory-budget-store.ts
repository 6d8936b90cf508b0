import { isDeepStrictEqual } from 'node:util';
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
import { invariant } from '../../../domain/invariant.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { memoryBudgetVersions, type MemoryBudgetVersions } from './memory-budget-versions.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** Budgets in memory, as plain rows that can be edited directly too. */
export interface MemoryBudgetStore extends BudgetStore {
  /** Writes a row as somebody with the tools of the table would: unchecked. */
  writeByHand(row: Row & BudgetRowKey): void;
  /** Removes a row in the same way. */
  removeByHand(key: BudgetRowKey): void;
}

/** The stored state. */
interface Kept {
  readonly rows: Map<string, Row & BudgetRowKey>;
  readonly versions: MemoryBudgetVersions;
  readonly journal: MemoryJournal;
}

/** Budgets in memory, with the semantics of `dynamoBudgetStore`. */
export function memoryBudgetStore(journal: MemoryJournal): MemoryBudgetStore {
  const kept: Kept = { rows: new Map(), versions: memoryBudgetVersions(), journal };
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

function budgetReads({ rows, versions }: Kept): Pick<BudgetStore, 'list' | 'find' | 'listVersions'> {
  function read(row: Row & BudgetRowKey): { readonly budget?: Budget; readonly invalid?: InvalidBudget } {
    const found = readBudget(row);
    if (found.kind === 'budget') {
      return { budget: found.budget };
    }
    const last = versions.lastOf(row);
    const lastValid = last === undefined ? undefined : budgetOfVersion(last);
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
      const row = rows.get(keyText(key));
      const last = versions.lastOf(key);
      return {
        row: row === undefined ? { kind: 'none' } : readBudget(row),
        ...(last === undefined ? {} : { last }),
      };
    },
    async listVersions(key) {
      return versions.list(key);
    },
  };
}

function budgetEdits({ rows, versions, journal }: Kept): Pick<BudgetStore, 'edit' | 'adopt'> {
  return {
    async edit(edit, author, entry) {
      const key = keyText(rowKeyOf(edit));
      const row = rows.get(key);
      const wanted = storedBudgets.edited({ ...edit, key: edit }, author);
      const version = versionOfEdit(edit, author);
      const written = journal.find(entry);
      const isDone = wanted !== undefined && isMade(row, wanted, edit);
      if (isDone || isDeepStrictEqual(written, storedCopy(entry))) {
        return;
      }
      if (!isAsSeen(row, edit) || versions.has(version)) {
        throw staleAt(key, edit.seenVersion);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      versions.add(version);
      if (wanted === undefined) {
        rows.delete(key);
      } else {
        rows.set(key, { ...rowKeyOf(edit), ...storedCopy(storedBudgets.format(wanted)) });
      }
    },
    async adopt({ version, seenVersion }, entry) {
      const key = keyText(rowKeyOf(version));
      const row = rows.get(key);
      if (isDeepStrictEqual(journal.find(entry), storedCopy(entry))) {
        return;
      }
      const isAtSeen = row !== undefined && (row['version'] ?? 0) === seenVersion;
      const isThere = version.terms === undefined ? row === undefined : isAtSeen;
      if (!isThere || versions.has(version)) {
        throw staleAt(key, seenVersion);
      }
      journal.record(entry);
      versions.add(version);
      if (row !== undefined) {
        rows.set(key, { ...row, version: version.version, updatedBy: version.by, updatedAt: version.at });
      }
    },
  };
}

function rowKeyOf({ scope, window }: Pick<Budget, 'scope' | 'window'>): BudgetRowKey {
  return { scope: formatScope(scope), window };
}

function keyText({ scope, window }: BudgetRowKey): string {
  return `${scope} / ${window}`;
}

function staleAt(key: string, seenVersion: number): StaleRecordError {
  return new StaleRecordError(`the budget ${key} is no longer at version ${seenVersion}`);
}
