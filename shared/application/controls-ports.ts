import type { Link } from '../domain/controls/evidence/chain.ts';
import type { AlarmRecord } from '../domain/controls/history/history-alarm.ts';
import type { RevisionEntry } from '../domain/controls/history/revision-entry.ts';
import type { WatchState } from '../domain/controls/history/watch-state.ts';
import type { Revision } from '../domain/controls/revision.ts';

/** A row of the history that cannot be read; its number where at least that can. */
export interface UnreadableRow {
  readonly revision?: number;
  /** Names fields and types, never values. */
  readonly problem: string;
}

export interface HistoryPage {
  /** Secrets replaced by marks; in the order in which they were served. */
  readonly revisions: readonly Revision[];
  readonly unreadable: readonly UnreadableRow[];
}

/**
 * The platform's history of control changes, from its beginning each time. Its order is not shown in platform-api.md.
 * Raises PlatformUnavailableError or PlatformRefusedError.
 */
export interface ControlsHistory {
  pages(): AsyncIterable<HistoryPage>;
}

/** Every revision that was ever served, each content of it. Nothing is removed. */
export interface RevisionStore {
  /** Those of these revisions that are known, ascending. */
  find(series: number, revisions: readonly number[]): Promise<readonly RevisionEntry[]>;
  /** Known revisions from a number on, ascending. */
  list(series: number, from: number, countMax: number): Promise<readonly RevisionEntry[]>;
  /** The nearest known revision below a number. */
  findBelow(series: number, revision: number): Promise<RevisionEntry | undefined>;
  /** One content of a revision, as it was served but for its secrets; undefined when it is not stored. */
  read(entry: Pick<RevisionEntry, 'series' | 'revision'>, digest: string): Promise<Revision | undefined>;
  /**
   * Stores the newest content of a revision, then its entry. An entry that has more contents already stays as it is.
   * Storing the same again changes nothing.
   */
  put(entry: RevisionEntry, revision: Revision): Promise<void>;
}

/** How far the watcher has come, and the alarms that stand. */
export interface WatchStateStore {
  read(): Promise<WatchState | undefined>;
  /** Writes the version after the one in `state`. False, and nothing written, when another stands there by now. */
  replace(state: WatchState): Promise<boolean>;
  readAlarms(alarmIds: readonly string[]): Promise<readonly AlarmRecord[]>;
  /** Alarms that are not over, by id. */
  listOpenAlarms(): Promise<readonly AlarmRecord[]>;
  putAlarms(records: readonly AlarmRecord[]): Promise<void>;
}

/** The evidence chain. Links are only ever added, at the end. */
export interface EvidenceChain {
  /** The newest link. */
  head(): Promise<Link | undefined>;
  /**
   * Adds the link that follows `after`. `moved-on`: another link stands there by now, and nothing was written. A link
   * that was added already is taken as added.
   */
  append(link: Link, after: Link | undefined): Promise<'appended' | 'moved-on'>;
  /** Links from a number on, ascending. */
  list(fromSeq: number, countMax: number): Promise<readonly Link[]>;
}
