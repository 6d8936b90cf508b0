import type { LimitRecord } from './limit-record.ts';

/**
 * Where one user's limit stands. `pending`: being sent right now. `unknown`: sent without an answer, or never sent at
 * all, and the platform shows no way to read a limit back. `failed`: the platform refuses the row.
 */
export type CapStatus = 'confirmed' | 'pending' | 'failed' | 'unknown' | 'exempt';

/** The status of a user's limit, given the ids of the runs that are going on. */
export function capStatusOf(record: LimitRecord | undefined, runsGoingOn: ReadonlySet<string>): CapStatus {
  if (record === undefined) {
    return 'unknown';
  }
  if (record.unsettled.some((sent) => runsGoingOn.has(sent.runId))) {
    return 'pending';
  }
  if (record.failure !== undefined) {
    return 'failed';
  }
  return record.unsettled.length > 0 || record.confirmed === undefined ? 'unknown' : 'confirmed';
}

/**
 * The most that a user can have consumed in the platform window by now: what is known, or any limit that may be in
 * force. Undefined, which is without end, when no limit was ever confirmed: a first one without an answer may not have
 * been taken.
 */
export function exposureOf(usedCredits: number, record: LimitRecord | undefined): number | undefined {
  if (record?.confirmed === undefined) {
    return undefined;
  }
  return Math.max(usedCredits, record.confirmed.limitCredits, ...record.unsettled.map((sent) => sent.limitCredits));
}
