import type { HistoryAlarm } from './history-alarm.ts';
import { countIn, isInRanges, mergedRanges, withoutRanges, type NumberRange } from './number-range.ts';

export interface WatchState {
  /** Rises with every write; a write of a stale version is refused. */
  readonly version: number;
  readonly series: number;
  readonly handled?: Handled;
  /** The last revision of the previous series; the first one of this series follows it. */
  readonly predecessor?: { readonly series: number; readonly revision: number };
  readonly wholeReadAt?: string;
  readonly failingSince?: string;
  readonly comparedAt?: string;
  readonly baselineVersion?: number;
  readonly inForce?: ReportedInForce;
  /** Number of the newest evidence link when the state was written; 0 for none. */
  readonly evidenceSeq: number;
  /** The newest link, heartbeats left out, up to which findings were written, and for which channels. */
  readonly findings?: { readonly seq: number; readonly to: readonly string[] };
  readonly intent?: WatchIntent;
}

export interface ContentPlace {
  readonly series: number;
  readonly revision: number;
  readonly digest: string;
}

/** The controls last reported as in force. Contents are never removed, so their places suffice. */
export interface ReportedInForce {
  readonly newest: ContentPlace;
  /** Fields without effect, by name: the content in which each last had one. A field that never had one is absent. */
  readonly asleep: Readonly<Record<string, ContentPlace>>;
}

export interface Handled extends NumberRange {
  readonly missing: readonly NumberRange[];
}

/** One report from its decision to its notification. A run that finds it finishes it under the same ids. */
export interface WatchIntent {
  readonly reportId: string;
  readonly kind: 'first-run' | 'changes';
  readonly runId: string;
  readonly at: string;
  readonly series: number;
  readonly revisions: readonly NumberRange[];
  readonly handled?: Handled;
  readonly newest?: ContentPlace;
  readonly alarms: readonly HistoryAlarm[];
  readonly over: readonly HistoryAlarm[];
  readonly comparison?: { readonly since: string; readonly baselineVersion?: number };
}

export const initialState: WatchState = { version: 0, series: 1, evidenceSeq: 0 };

/** Whether the newest content differs from the one last reported as in force. */
export function isAnotherInForce({ inForce }: WatchState, newest: ContentPlace | undefined): boolean {
  const reported = inForce?.newest;
  return (
    reported !== undefined &&
    newest !== undefined &&
    (reported.series !== newest.series || reported.revision !== newest.revision || reported.digest !== newest.digest)
  );
}

export function isHandled(revision: number, handled: Handled | undefined): boolean {
  return handled !== undefined && isInRanges(revision, [handled]) && !isInRanges(revision, handled.missing);
}

export const revisionMax = 999_999_999_999;

/** Returns where revisions that are stored but not handled may be, ascending. */
export function unhandledRanges(handled: Handled | undefined): readonly NumberRange[] {
  const whole = { from: 0, through: revisionMax };
  return handled === undefined ? [whole] : withoutRanges(whole, withoutRanges(handled, handled.missing));
}

export function handledWith(handled: Handled | undefined, revisions: readonly NumberRange[]): Handled | undefined {
  const known = handled === undefined ? [] : withoutRanges(handled, handled.missing);
  const all = mergedRanges([...known, ...revisions]);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const whole = { from: first.from, through: last.through };
  return { ...whole, missing: withoutRanges(whole, all) };
}

/** Up to this many revisions, the history is read completely each time: that is a few pages. */
export const alwaysWholeMax = 500;
/** A longer one is read completely this often, to see changes far behind its head. */
const wholeEveryMs = 60 * 60_000;

/** Whether a run at a moment, in Unix milliseconds, reads the complete history instead of only what is new. */
export function isWholeReadDue({ handled, wholeReadAt, failingSince }: WatchState, atMs: number): boolean {
  if (handled === undefined || wholeReadAt === undefined || failingSince !== undefined) {
    return true;
  }
  return countIn([handled]) <= alwaysWholeMax || Math.abs(atMs - Date.parse(wholeReadAt)) >= wholeEveryMs;
}

/** Returns whether the time of the complete reading must be stored; only long histories store it. */
export function isWholeReadNews({ handled, wholeReadAt }: WatchState, next: WatchState): boolean {
  const isLong = handled !== undefined && countIn([handled]) > alwaysWholeMax;
  return isLong && next.wholeReadAt !== wholeReadAt;
}
