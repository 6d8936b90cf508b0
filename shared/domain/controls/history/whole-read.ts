import { countIn } from './number-range.ts';
import type { WatchState } from './watch-state.ts';

/** A history of so few revisions is read to its end each time: that is a handful of pages. */
const alwaysWholeMax = 500;
/** A longer one is read to its end this often, to see what was changed far behind its head. */
const wholeEveryMs = 60 * 60_000;

/** Whether a run at a moment, in Unix milliseconds, reads the history to its end, and not only what is new. */
export function isWholeReadDue({ handled, wholeReadAt, failingSince }: WatchState, atMs: number): boolean {
  if (handled === undefined || wholeReadAt === undefined || failingSince !== undefined) {
    return true;
  }
  return countIn([handled]) <= alwaysWholeMax || Math.abs(atMs - Date.parse(wholeReadAt)) >= wholeEveryMs;
}

/** When the whole was read is written down as rarely as it is asked for. */
export function isWholeReadNews({ handled, wholeReadAt }: WatchState, next: WatchState): boolean {
  const isLong = handled !== undefined && countIn([handled]) > alwaysWholeMax;
  return isLong && next.wholeReadAt !== wholeReadAt;
}
