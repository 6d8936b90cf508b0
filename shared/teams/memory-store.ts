import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import type { TeamStore } from '../kernel/records/ports.ts';
import type { NameKey } from '../kernel/records/record-kind.ts';
import { type ByHand, memoryRows } from '../kernel/records/store/memory-rows.ts';
import { teamRows, teamStore } from './store.ts';

export type MemoryTeamStore = TeamStore & ByHand<NameKey>;

/** `dynamoTeamStore` in memory. */
export function memoryTeamStore(journal: MemoryJournal): MemoryTeamStore {
  const rows = memoryRows(journal, teamRows);
  return { ...rows, ...teamStore(rows) };
}
