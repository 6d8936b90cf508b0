import type { Day } from '../time/day.ts';

export const policyNames = ['equal-split', 'reactive', 'strict', 'overcommit', 'live', 'clairvoyant'] as const;
export type PolicyName = (typeof policyNames)[number];

/** A user's day on which something was refused. */
export interface Stop {
  readonly user: string;
  readonly day: Day;
  /** Minute of the UTC day of the first refusal. */
  readonly minute: number;
  readonly refusedCredits: number;
}

/** How one policy would have done. Credits over the whole trace. */
export interface PolicyScore {
  readonly name: PolicyName;
  /** Past the amount, summed over the pool's windows. */
  readonly overspent: number;
  /** Refused, though the pool could still have paid for it by the end of that part of the day. */
  readonly refusedWhileFunded: number;
  /** Users who were refused anything, ever. */
  readonly usersStopped: number;
  readonly granted: number;
  readonly refused: number;
  /** Requests that set limits, of up to 100 rows: those that lower and those that raise go apart. */
  readonly limitRequests: number;
  /** In the order of days, then of users. */
  readonly stops: readonly Stop[];
}

/** The running account of a replay. */
export interface Tally {
  overspent: number;
  refusedWhileFunded: number;
  granted: number;
  refused: number;
  limitRequests: number;
  readonly stops: Stop[];
}

export function emptyTally(): Tally {
  return { overspent: 0, refusedWhileFunded: 0, granted: 0, refused: 0, limitRequests: 0, stops: [] };
}

export function scoreOf(name: PolicyName, { stops, ...tally }: Tally): PolicyScore {
  const merged = mergeStops(stops);
  return { name, ...tally, usersStopped: new Set(merged.map(({ user }) => user)).size, stops: merged };
}

/** One stop a user and day: the parts of a day are settled one by one. */
function mergeStops(stops: readonly Stop[]): readonly Stop[] {
  const byDay = new Map<string, Stop>();
  for (const stop of stops) {
    const key = `${stop.day} ${stop.user}`;
    const earlier = byDay.get(key);
    const refusedCredits = (earlier?.refusedCredits ?? 0) + stop.refusedCredits;
    byDay.set(key, { ...(earlier ?? stop), refusedCredits });
  }
  return [...byDay.entries()].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, stop]) => stop);
}
