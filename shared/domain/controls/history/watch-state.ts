import type { HistoryAlarm } from './history-alarm.ts';
import { countIn, isInRanges, mergedRanges, withoutRanges, type NumberRange } from './number-range.ts';

/** How far the history has been handled: reported and appended to the evidence. */
export interface WatchState {
  /** Rises with every write; a write that was made on another version is refused. */
  readonly version: number;
  readonly series: number;
  /** Absent while no revision of this series is handled. */
  readonly handled?: Handled;
  /** The last revision of the series before, of which the first one of this series is the successor. */
  readonly predecessor?: { readonly series: number; readonly revision: number };
  /** ISO instant as of which all pages were read last. */
  readonly wholeReadAt?: string;
  /** ISO instant since which the history could not be read. */
  readonly failingSince?: string;
  /** ISO instant as of which the controls were held against what is approved. */
  readonly comparedAt?: string;
  /** The version of the baseline that they were held against; absent for none. */
  readonly baselineVersion?: number;
  /** Absent before the first report. */
  readonly inForce?: ReportedInForce;
  /** Number of the newest link of the evidence chain that stood there when the state was written; 0 for none. */
  readonly evidenceSeq: number;
  /** What is to be reported and appended to the evidence, decided and maybe half done. */
  readonly intent?: WatchIntent;
}

/** One content of a revision, by where it is stored. */
export interface ContentPlace {
  readonly series: number;
  readonly revision: number;
  readonly digest: string;
}

/** The controls that were last reported as in force. Contents are only ever added, so their places say it all. */
export interface ReportedInForce {
  readonly newest: ContentPlace;
  /** The fields without effect in it, by name: the content in which each last had one. One that never had is absent. */
  readonly asleep: Readonly<Record<string, ContentPlace>>;
}

/** Numbers of a series: those from `from` through `through` are handled, but for the missing ones. */
export interface Handled extends NumberRange {
  /** Neither stored nor handled: not served, or unreadable. Ascending. */
  readonly missing: readonly NumberRange[];
}

/** One report, from the moment it is decided until it is notified of. Whoever finds it finishes it under the same ids. */
export interface WatchIntent {
  readonly reportId: string;
  readonly kind: 'first-run' | 'changes';
  readonly runId: string;
  /** ISO instant as of which the run saw it. */
  readonly at: string;
  readonly series: number;
  /** The revisions that it handles, ascending. */
  readonly revisions: readonly NumberRange[];
  readonly handled?: Handled;
  /** The content that was served as the newest; absent where that is not certain. */
  readonly newest?: ContentPlace;
  readonly alarms: readonly HistoryAlarm[];
  /** Alarms that are over. */
  readonly over: readonly HistoryAlarm[];
  /** The controls are held against what is approved; exceptions that expired after `since` are news. */
  readonly comparison?: { readonly since: string; readonly baselineVersion?: number };
}

/** Nothing has been read yet. */
export const initialState: WatchState = { version: 0, series: 1, evidenceSeq: 0 };

/** Whether another content is the newest by now than the one that was last reported as in force, whichever way that came about. */
export function isAnotherInForce({ inForce }: WatchState, newest: ContentPlace | undefined): boolean {
  const reported = inForce?.newest;
  return (
    reported !== undefined &&
    newest !== undefined &&
    (reported.series !== newest.series || reported.revision !== newest.revision || reported.digest !== newest.digest)
  );
}

/** Whether a revision that is stored is still to be reported. */
export function isHandled(revision: number, handled: Handled | undefined): boolean {
  return handled !== undefined && isInRanges(revision, [handled]) && !isInRanges(revision, handled.missing);
}

/** Above every number that a revision can have. */
export const revisionMax = 999_999_999_999;

/** Where revisions that are stored and not yet handled may stand, ascending. */
export function unhandledRanges(handled: Handled | undefined): readonly NumberRange[] {
  const whole = { from: 0, through: revisionMax };
  return handled === undefined ? [whole] : withoutRanges(whole, withoutRanges(handled, handled.missing));
}

/** What is handled once these revisions are, too. */
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

/** A history of so few revisions is read to its end each time: that is a handful of pages. */
export const alwaysWholeMax = 500;
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
