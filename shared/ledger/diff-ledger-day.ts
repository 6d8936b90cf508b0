import type { LedgerRow } from './ledger-day.ts';

/** Compares a day's stored rows with those just read. A user who is no longer reported has consumed nothing. */
export function diffLedgerDay(
  stored: readonly LedgerRow[],
  reported: readonly LedgerRow[],
): {
  /** The rows to write; those that are as they were are not among them. */
  readonly rows: readonly LedgerRow[];
  readonly restated: readonly { readonly userId: string; readonly before: number; readonly after: number }[];
} {
  const before = new Map(stored.map((row) => [row.userId, row]));
  const reportedIds = new Set(reported.map((row) => row.userId));
  const vanished = stored.filter((row) => !reportedIds.has(row.userId));
  const after = [...reported, ...vanished.map((row) => ({ ...row, credits: 0 }))];
  const rows = after.filter((row) => {
    const known = before.get(row.userId);
    return known === undefined || known.credits !== row.credits || known.email !== row.email;
  });
  const restated = rows.flatMap((row) => {
    const creditsBefore = before.get(row.userId)?.credits ?? 0;
    return creditsBefore === row.credits ? [] : [{ userId: row.userId, before: creditsBefore, after: row.credits }];
  });
  return { rows, restated };
}
