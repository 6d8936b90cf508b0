import type { Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { Baseline, Deviation } from '../../domain/controls/baseline.ts';
import type { Anchor } from '../../domain/controls/evidence/anchors/anchor.ts';
import type { AnchorKey, StoredAnchor } from '../../domain/controls/evidence/anchors/check-anchor.ts';
import type { Link } from '../../domain/controls/evidence/chain.ts';
import type { ControlException } from '../../domain/controls/exceptions/control-exception.ts';
import type { AlarmRecord } from '../../domain/controls/history/history-alarm.ts';
import type { RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { WatchState } from '../../domain/controls/history/watch-state.ts';
import type { Revision } from '../../domain/controls/revision.ts';
import type { Acknowledgement } from '../../domain/notifications/conditions/condition-event.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';

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
  /** The same as `marks` gives for such a page. */
  readonly mark?: string;
}

/**
 * The platform's history of control changes, from its beginning each time. Its order is not shown in platform-api.md.
 * Raises PlatformUnavailableError or PlatformRefusedError.
 */
export interface ControlsHistory {
  pages(): AsyncIterable<HistoryPage>;
  /**
   * Reads the pages as far as is needed to know whether they say the same as before: a mark for each, equal where the
   * page is, of which nothing else can be told. Absent where pages have none.
   */
  marks?(): AsyncIterable<string>;
}

export const controlsHistoryNeeds: PortNeeds<ControlsHistory> = { pages: 'kept-pages', marks: 'kept-pages' };

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

export const revisionStoreNeeds: PortNeeds<RevisionStore> = {
  find: 'free',
  list: 'free',
  findBelow: 'free',
  read: 'free',
  put: 'write',
};

/** How far the watcher has come. */
export interface WatchStateStore {
  read(): Promise<WatchState | undefined>;
  /** Writes the version after the one in `state`. False, and nothing written, when another stands there by now. */
  replace(state: WatchState): Promise<boolean>;
  /** Open alarms that were stored before alarms were conditions, by id. None is written any more. */
  listEarlierAlarms(): Promise<readonly AlarmRecord[]>;
  /** What the last comparison with the baseline gave; none before the first. */
  readDeviations(): Promise<readonly Deviation[]>;
  putDeviations(deviations: readonly Deviation[]): Promise<void>;
}

export const watchStateStoreNeeds: PortNeeds<WatchStateStore> = {
  read: 'free',
  replace: 'write',
  listEarlierAlarms: 'free',
  readDeviations: 'free',
  putDeviations: 'write',
};

/** The acknowledgement of a revision: `revision/SERIES/NUMBER`. It has no end: what a revision changed does not change again. */
export interface SubjectAcknowledgement extends Omit<Acknowledgement, 'until'> {
  readonly subject: string;
}

/** What people have decided about the controls. */
export interface ControlsDecisionStore {
  readBaseline(): Promise<{ readonly baseline: Baseline; readonly version: number } | undefined>;
  /**
   * Puts a baseline in the place of the one of `seenVersion`, 0 for none. Raises StaleRecordError when another one
   * was approved meanwhile; one that was approved already is taken as approved.
   */
  approveBaseline(baseline: Baseline, seenVersion: number): Promise<void>;
  /** All of them, by id: those that are over too. */
  listExceptions(): Promise<readonly ControlException[]>;
  /**
   * Writes an exception of version 1 where none is, or the next version of one. Raises StaleRecordError when the
   * version moved; a write that was made already is taken as done.
   */
  putException(exception: ControlException): Promise<void>;
  /** What was announced, by id: those that are over too. */
  listAnnouncements(): Promise<readonly Announcement[]>;
  /** The same as for an exception. */
  putAnnouncement(announcement: Announcement): Promise<void>;
  /** By subject; of alarms, too, that were acknowledged before alarms were conditions. */
  listAcknowledgements(): Promise<readonly SubjectAcknowledgement[]>;
  /** Replaces the one on the same subject. */
  acknowledge(acknowledgement: SubjectAcknowledgement): Promise<void>;
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

export const evidenceChainNeeds: PortNeeds<EvidenceChain> = { head: 'free', append: 'write', list: 'free' };

/** Heads cannot be signed, or signed heads not be kept or read. The message names what failed, and no value. */
export class AnchoringError extends Error {
  override readonly name = 'AnchoringError';
}

/** Who signs. */
interface SignerIdentity {
  /** Whose chain it is, as every signed text names it. */
  readonly organization: string;
  /** The public half of the key. */
  readonly key: AnchorKey;
}

/** Signs heads of the chain with a key that nobody can take out of its place. Raises AnchoringError. */
export interface HeadSigner {
  identity(): Promise<SignerIdentity>;
  /** Base64. */
  sign(text: string): Promise<string>;
}

/**
 * Keeps signed heads outside of the tables. Nothing is removed or replaced: what stands in the place of an anchor is
 * given beside it. Raises AnchoringError.
 */
export interface AnchorStore {
  /** Adds an anchor; one that is there already is there once. */
  put(anchor: Anchor): Promise<void>;
  /** Those signed last, the newest first. */
  newest(countMax: number): Promise<readonly StoredAnchor[]>;
  /** All of them, in any order. */
  list(): AsyncIterable<StoredAnchor>;
}

export const anchorStoreNeeds: PortNeeds<AnchorStore> = { put: 'write', newest: 'free', list: 'free' };

/** How an installation anchors its evidence. */
export interface Anchoring {
  /** Whose chain it is, as every signed text names it. */
  readonly organization: string;
  /** The address of the platform whose controls they are; absent where it is not known. */
  readonly platformUrl?: string;
  readonly signer: HeadSigner;
  readonly anchors: AnchorStore;
}
