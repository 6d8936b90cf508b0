import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import type { GrantKey, GrantStore } from '../kernel/records/ports.ts';
import { type ByHand, memoryRows } from '../kernel/records/store/memory-rows.ts';
import { grantRows, grantStore } from './store.ts';

export type MemoryGrantStore = GrantStore & ByHand<GrantKey>;

/** `dynamoGrantStore` in memory. */
export function memoryGrantStore(journal: MemoryJournal): MemoryGrantStore {
  const rows = memoryRows(journal, grantRows);
  return { ...rows, ...grantStore(rows) };
}
