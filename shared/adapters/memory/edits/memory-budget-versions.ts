import type { BudgetRowKey } from '../../../application/edits/ports.ts';
import {
  formatStoredVersion,
  readStoredVersion,
  versionsOf,
} from '../../../contracts/records/versions/stored-version.ts';
import type { BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The versions of budgets in memory, in the form of the table's rows. */
export interface MemoryBudgetVersions {
  has(version: BudgetVersion): boolean;
  add(version: BudgetVersion): void;
  lastOf(key: BudgetRowKey): BudgetVersion | undefined;
  list(key?: BudgetRowKey): readonly BudgetVersion[];
}

export function memoryBudgetVersions(): MemoryBudgetVersions {
  const rows = new Map<string, ReturnType<typeof formatStoredVersion>>();

  function list(key?: BudgetRowKey): readonly BudgetVersion[] {
    const wanted = key === undefined ? undefined : versionsOf(key);
    const ascending = sortedBy(rows, ([id]) => id).filter(
      ([, { budget }]) => wanted === undefined || budget === wanted,
    );
    return ascending.flatMap(([, row]) => readStoredVersion(storedCopy(row)) ?? []);
  }

  return {
    has: (version) => rows.has(idOf(version)),
    add: (version) => rows.set(idOf(version), storedCopy(formatStoredVersion(version))),
    lastOf: (key) => list(key).at(-1),
    list,
  };
}

function idOf(version: BudgetVersion): string {
  const row = formatStoredVersion(version);
  return `${row.budget} ${row.version}`;
}
