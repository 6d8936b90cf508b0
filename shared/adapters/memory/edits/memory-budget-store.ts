import { isDeepStrictEqual } from 'node:util';
import {
  StaleRecordError,
  type BudgetRowKey,
  type BudgetStore,
  type InvalidBudget,
} from '../../../application/edits/ports.ts';
import { readBudget, storedBudgets } from '../../../contracts/records/budget-rows.ts';
import { budgetVersionIn, budgetVersions } from '../../../contracts/records/versions/record-versions.ts';
import { isAsSeen } from '../../../contracts/records/versions/stored-record.ts';
import type { Budget, BudgetTerms } from '../../../domain/budgets/budget.ts';
import { budgetOfVersion, type BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import { formatScope } from '../../../domain/budgets/scope.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { editStamp, memoryAdopt, memoryRecordVersions } from './memory-record-versions.ts';
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
  readonly versions: ReturnType<typeof memoryRecordVersions<BudgetRowKey, BudgetTerms>>;
  readonly journal: MemoryJournal;
}

/** Budgets in memory, with the semantics of `dynamoBudgetStore`. */
export function memoryBudgetStore(journal: MemoryJournal): MemoryBudgetStore {
  const kept: Kept = { rows: new Map(), versions: memoryRecordVersions(budgetVersions), journal };
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
  function lastOf(key: BudgetRowKey): BudgetVersion | undefined {
    const last = versions.last(key);
    return last && budgetVersionIn({ ...last, key });
  }

  function read(row: Row & BudgetRowKey): { readonly budget?: Budget; readonly invalid?: InvalidBudget } {
    const found = readBudget(row);
    if (found.kind === 'budget') {
      return { budget: found.budget };
    }
    const last = lastOf(row);
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
      const last = lastOf(key);
      return {
        row: row === undefined ? { kind: 'none' } : readBudget(row),
        ...(last === undefined ? {} : { last }),
      };
    },
    async listVersions(key) {
      return versions.list(key).flatMap((made) => budgetVersionIn(made) ?? []);
    },
  };
}

function budgetEdits({ rows, versions, journal }: Kept): Pick<BudgetStore, 'edit' | 'adopt'> {
  const stale = (key: BudgetRowKey, seenVersion: number) => staleAt(keyText(key), seenVersion);
  const adopt = memoryAdopt<BudgetRowKey, BudgetTerms>({
    rows,
    versions,
    journal,
    keyText,
    stampOf: editStamp,
    stale,
  });

  return {
    async edit(edit, author, entry) {
      const key = keyText(rowKeyOf(edit));
      const row = rows.get(key);
      const wanted = storedBudgets.edited({ ...edit, key: edit }, author);
      const { version: number, way, terms } = edit;
      const version = { version: number, by: author.name, at: author.at, way, ...(terms && { record: terms }) };
      const written = journal.find(entry);
      const isDone = wanted !== undefined && storedBudgets.holds(row, wanted, (later) => later > edit.seenVersion);
      if (isDone || isDeepStrictEqual(written, storedCopy(entry))) {
        return;
      }
      if (!isAsSeen(row, edit) || versions.has(rowKeyOf(edit), version)) {
        throw staleAt(key, edit.seenVersion);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      versions.add(rowKeyOf(edit), version);
      if (wanted === undefined) {
        rows.delete(key);
      } else {
        rows.set(key, { ...rowKeyOf(edit), ...storedCopy(storedBudgets.format(wanted)) });
      }
    },
    async adopt({ version, seenVersion }, entry) {
      const { scope, window, terms, ...facts } = version;
      const made = { ...facts, ...(terms && { record: terms }) };
      await adopt({ key: rowKeyOf({ scope, window }), seenVersion, made }, entry);
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
