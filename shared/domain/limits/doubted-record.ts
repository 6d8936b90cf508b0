import type { LimitRecord } from './limit-record.ts';

/**
 * A record of which it is not known any more whether its limit is in force, as in tables of an earlier moment, which lack
 * what was sent since. The limit counts as sent once more at `at` (ISO instant), without an answer: so the next run sends
 * the one that it decides, also where that is the same.
 */
export function doubtedRecord(record: LimitRecord, at: string): LimitRecord {
  const { confirmed, unsettled } = record;
  if (confirmed === undefined || unsettled.length > 0) {
    return record;
  }
  const { answeredAt: _, ...sent } = confirmed;
  return { ...record, unsettled: [{ ...sent, at }] };
}
