import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import type { BudgetRowKey, BudgetStore } from '../kernel/records/ports.ts';
import { type ByHand, memoryRows } from '../kernel/records/store/memory-rows.ts';
import { budgetRows, budgetStore } from './store.ts';

export type MemoryBudgetStore = BudgetStore & ByHand<BudgetRowKey>;

/** `dynamoBudgetStore` in memory. */
export function memoryBudgetStore(journal: MemoryJournal): MemoryBudgetStore {
  const rows = memoryRows(journal, budgetRows);
  return { ...rows, ...budgetStore(rows) };
}
