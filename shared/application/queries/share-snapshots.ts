import type { Snapshot } from '../../domain/explanation/snapshot.ts';

/** Reads a snapshot, or gives one that was begun after whoever wants it asked: `of` says as of when and by what rules. */
export type ShareSnapshot = (of: string, read: () => Promise<Snapshot>) => Promise<Snapshot>;

/** So long a snapshot is kept for those who wait: that of a large organization is large. */
const keptMsMax = 10_000;

/**
 * One snapshot for all who asked before it was begun, whatever each wants of it. Nobody gets one that was begun before
 * they asked: an edit that somebody has made is in what they read after it. Moments in milliseconds of one clock that
 * never goes back; `askedMs` is when a call came.
 */
export function sharedSnapshots(clock = () => performance.now()): (askedMs: number) => ShareSnapshot {
  let last: { readonly of: string; readonly begunMs: number; readonly snapshot: Promise<Snapshot> } | undefined;
  return (askedMs) => async (of, read) => {
    const nowMs = clock();
    if (last !== undefined && last.of === of && last.begunMs >= askedMs && nowMs - last.begunMs < keptMsMax) {
      return last.snapshot;
    }
    const own = { of, begunMs: nowMs, snapshot: read() };
    last = own;
    const drop = (): void => {
      last = last === own ? undefined : last;
    };
    setTimeout(drop, keptMsMax).unref();
    own.snapshot.catch(drop);
    return own.snapshot;
  };
}
