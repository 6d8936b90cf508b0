import type { LimitRecord } from './limit-record.ts';

/**
 * Marks a limit as uncertain, such as after a restore, which lacks what was sent since. It counts as sent once more at
 * `at` (ISO instant), without an answer, so the next run sends its decision even if it is equal.
 */
export function doubtedRecord(record: LimitRecord, at: string): LimitRecord {
  const { confirmed, unsettled } = record;
  if (confirmed === undefined || unsettled.length > 0) {
    return record;
  }
  const { answeredAt: _, ...sent } = confirmed;
  return { ...record, unsettled: [{ ...sent, at }] };
}
