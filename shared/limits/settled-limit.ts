import type { LimitRecord } from './limit-record.ts';

/** Returns the limit known to be in force; undefined before there is one, and while another's outcome is unknown. */
export function settledLimit(record: LimitRecord | undefined): number | undefined {
  return record?.unsettled.length === 0 ? record.confirmed?.limitCredits : undefined;
}

/** Whether a user may consume nothing more: the limit known to be in force is not above the known use. */
export function isStopped(record: LimitRecord | undefined, usedCredits: number): boolean {
  const limitCredits = settledLimit(record);
  return limitCredits !== undefined && limitCredits <= usedCredits;
}
