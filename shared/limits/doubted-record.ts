import type { LimitRecord } from './limit-record.ts';

/** Marks a limit as uncertain, such as after a restore: sent again at `at` (ISO instant) without an answer. */
export function doubtedRecord(record: LimitRecord, at: string): LimitRecord {
  const { confirmed, unsettled } = record;
  if (confirmed === undefined || unsettled.length > 0) {
    return record;
  }
  const { answeredAt: _, ...sent } = confirmed;
  return { ...record, unsettled: [{ ...sent, at }] };
}
