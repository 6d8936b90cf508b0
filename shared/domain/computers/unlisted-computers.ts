import type { ComputerRecord } from './computer-record.ts';

/** A computer that ran sessions and that no entry of the list is known to mean. */
export interface UnlistedComputer {
  readonly computerId: string;
  readonly sessions: number;
}

/** So many are reported; whoever has more knows that the list is not kept. */
const unlistedMax = 100;

/** Computers with sessions whose id is none of those on the list; those with most sessions first. */
export function findUnlisted(
  sessionCounts: ReadonlyMap<string, number>,
  records: readonly ComputerRecord[],
): readonly UnlistedComputer[] {
  const listed = new Set(records.flatMap(({ found }) => (found === undefined ? [] : [found.id])));
  return [...sessionCounts]
    .filter(([computerId]) => !listed.has(computerId))
    .map(([computerId, sessions]) => ({ computerId, sessions }))
    .toSorted((a, b) => b.sessions - a.sessions || (a.computerId < b.computerId ? -1 : 1))
    .slice(0, unlistedMax);
}
