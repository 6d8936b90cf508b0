import type { Day } from '../kernel/time/day.ts';

export const policyNames = ['equal-split', 'reactive', 'strict', 'overcommit', 'live', 'clairvoyant'] as const;
export type PolicyName = (typeof policyNames)[number];

export interface Stop {
  readonly user: string;
  readonly day: Day;
  readonly minute: number;
  readonly refusedCredits: number;
}

export interface PolicyScore {
  readonly name: PolicyName;
  readonly overspent: number;
  /** Credits refused although the pool could have paid for them until the end of that part of the day. */
  readonly refusedWhileFunded: number;
  readonly usersStopped: number;
  readonly granted: number;
  readonly refused: number;
  readonly limitRequests: number;
  readonly stops: readonly Stop[];
}

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
