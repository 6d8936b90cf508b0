import type { MemoryJournal } from '../../../journal/store/memory-journal.ts';
import type { RecordCodec } from '../contract/record.ts';
import type { RecordStore } from '../ports.ts';
import { memoryRows } from './memory-rows.ts';
import { recordRows, recordStore } from './record-store.ts';

/** `dynamoRecordStore` in memory. */
export function memoryRecordStore<Key, Terms extends Key>(
  journal: MemoryJournal,
  record: RecordCodec<Key, Terms>,
): RecordStore<Key, Terms> {
  return recordStore(memoryRows(journal, recordRows(record)), record);
}
