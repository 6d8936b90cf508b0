/** Where a walk of the list of sessions stopped at its deadline, and what it had found until then. */
export interface WalkRest {
  readonly cursor: string;
  readonly unreadable: number;
  readonly repeated: number;
  readonly sessionCount: number;
  /** Sessions that must be on the list and were not on its first part: a few thousand at most. */
  readonly unseenIds: readonly string[];
}

/** The last walk of the list of sessions, which jobs share. Times are Unix milliseconds as of the runs. */
export interface SessionWalk {
  readonly beganAtMs: number;
  /** Absent while it has not reached the end of the list. */
  readonly endedAtMs?: number;
  readonly sessionCount: number;
  /** Why the list is not trusted. */
  readonly doubts: readonly string[];
  /** Runs that it took. */
  readonly parts: number;
  readonly rest?: WalkRest;
}

/** A cursor may not last longer; the walk begins again then. */
const restMsMax = 6 * 3_600_000;

/** The walk that a run goes on with; undefined where it begins at the beginning. */
export function openWalk(walk: SessionWalk | undefined, nowMs: number): SessionWalk | undefined {
  const isOpen = walk?.rest !== undefined && walk.beganAtMs <= nowMs && nowMs - walk.beganAtMs < restMsMax;
  return isOpen ? walk : undefined;
}

/** Whether a walk reached the end of the list, and began within so many milliseconds before now. */
export function isFresh(walk: SessionWalk | undefined, nowMs: number, freshMs: number): walk is SessionWalk {
  const ageMs = nowMs - (walk?.beganAtMs ?? Infinity);
  return walk?.endedAtMs !== undefined && ageMs >= 0 && ageMs < freshMs;
}
