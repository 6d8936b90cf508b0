import type { Anchor } from '../evidence/anchors/anchor.ts';
import type { AnchorKey, StoredAnchor } from '../evidence/anchors/check-anchor.ts';
import type { Link } from '../evidence/chain.ts';
import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { Acknowledgement } from '../notifications/conditions/condition-event.ts';
import type { Announcement } from './announcement.ts';
import type { Baseline, Deviation } from './baseline.ts';
import type { ControlException } from './control-exception.ts';
import type { AlarmRecord } from './history/history-alarm.ts';
import type { RevisionEntry, RevisionPlace } from './history/revision-entry.ts';
import type { WatchState } from './history/watch-state.ts';
import type { Revision } from './revision.ts';

/** An unreadable row of the history; with its number where that can be read. */
export interface UnreadableRow {
  readonly revision?: number;
  /** Names fields and types, never values. */
  readonly problem: string;
}

export interface HistoryPage {
  /** In the order served; secrets are replaced by marks. */
  readonly revisions: readonly Revision[];
  readonly unreadable: readonly UnreadableRow[];
  /** The mark that `marks` yields for this page. */
  readonly mark?: string;
}

/** Control changes from the first, in undocumented order. Throws PlatformUnavailableError or PlatformRefusedError. */
export interface ControlsHistory {
  pages(): AsyncIterable<HistoryPage>;
  /**
   * Reads pages as far as needed to know whether they are unchanged: one mark per page, equal when the page is, and
   * otherwise opaque. Absent when pages have no marks.
   */
  marks?(): AsyncIterable<string>;
}

export const controlsHistoryNeeds: PortNeeds<ControlsHistory> = { pages: 'kept-pages', marks: 'kept-pages' };

/** Every revision ever served, with each of its contents. Nothing is removed. */
export interface RevisionStore {
  /** The known ones of these revisions, ascending. */
  find(series: number, revisions: readonly number[]): Promise<readonly RevisionEntry[]>;
  list(series: number, from: number, countMax: number): Promise<readonly RevisionEntry[]>;
  findBelow(series: number, revision: number): Promise<RevisionEntry | undefined>;
  /** One content of a revision as served, without secrets; undefined when it is not stored. */
  read(entry: RevisionPlace, digest: string): Promise<Revision | undefined>;
  /** Stores the newest content of a revision, then its entry. An entry with more contents stays. Idempotent. */
  put(entry: RevisionEntry, revision: Revision): Promise<void>;
}

export const revisionStoreNeeds: PortNeeds<RevisionStore> = {
  find: 'free',
  list: 'free',
  findBelow: 'free',
  read: 'free',
  put: 'write',
};

export interface WatchStateStore {
  read(): Promise<WatchState | undefined>;
  /** Writes the version after the one in `state`. Returns false and writes nothing when the stored version differs. */
  replace(state: WatchState): Promise<boolean>;
  /** Open alarms that an earlier version stored in another form, by id. No new ones are written. */
  listEarlierAlarms(): Promise<readonly AlarmRecord[]>;
  /** The result of the last comparison with the baseline; empty before the first. */
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

/** The acknowledgement of `revision/SERIES/NUMBER`. It has no end: what a revision changed is final. */
export interface SubjectAcknowledgement extends Omit<Acknowledgement, 'until' | 'mute'> {
  readonly subject: string;
}

export interface ControlsDecisionStore {
  readBaseline(): Promise<{ readonly baseline: Baseline; readonly version: number } | undefined>;
  /**
   * Replaces the baseline of version `seenVersion`, 0 for none. Throws StaleRecordError when another one was approved
   * meanwhile; repeating the same approval is a no-op.
   */
  approveBaseline(baseline: Baseline, seenVersion: number): Promise<void>;
  /** By id, expired ones included. */
  listExceptions(): Promise<readonly ControlException[]>;
  /** Writes an exception's next version. Throws StaleRecordError when it moved; repeating a write is a no-op. */
  putException(exception: ControlException): Promise<void>;
  /** By id, ended ones included. */
  listAnnouncements(): Promise<readonly Announcement[]>;
  putAnnouncement(announcement: Announcement): Promise<void>;
  /** By subject; includes acknowledged alarms that an earlier version stored. */
  listAcknowledgements(): Promise<readonly SubjectAcknowledgement[]>;
  /** Replaces the one on the same subject. */
  acknowledge(acknowledgement: SubjectAcknowledgement): Promise<void>;
}

/** The evidence chain, append-only. */
export interface EvidenceChain {
  head(): Promise<Link | undefined>;
  /** Appends the link after `after`; the same again is a no-op. `moved-on`: another link is there already. */
  append(link: Link, after: Link | undefined): Promise<'appended' | 'moved-on'>;
  list(fromSeq: number, countMax: number): Promise<readonly Link[]>;
}

export const evidenceChainNeeds: PortNeeds<EvidenceChain> = { head: 'free', append: 'write', list: 'free' };

/** Heads cannot be signed, stored or read. The message names what failed, without values. */
export class AnchoringError extends Error {
  override readonly name = 'AnchoringError';
}

/** Signs heads of the chain with a key that cannot be exported. Throws AnchoringError. */
export interface HeadSigner {
  identity(): Promise<{
    /** The organization named in every signed text. */
    readonly organization: string;
    readonly key: AnchorKey;
  }>;
  /** Base64. */
  sign(text: string): Promise<string>;
}

/** Stores signed heads outside the tables, append-only: a second one of a key is beside it. Throws AnchoringError. */
export interface AnchorStore {
  /** Adds an anchor. Idempotent. */
  put(anchor: Anchor): Promise<void>;
  /** The latest signed, newest first. */
  newest(countMax: number): Promise<readonly StoredAnchor[]>;
  list(): AsyncIterable<StoredAnchor>;
}

export const anchorStoreNeeds: PortNeeds<AnchorStore> = { put: 'write', newest: 'free', list: 'free' };

export interface Anchoring {
  /** The organization named in every signed text. */
  readonly organization: string;
  /** The address of the watched platform; absent when unknown. */
  readonly platformUrl?: string;
  readonly signer: HeadSigner;
  readonly anchors: AnchorStore;
}

export const controlsGrants = {
  'decisions.read': { controls: ['GetItem', 'Query'] },
  evidence: { evidence: ['PutItem', 'Query'] },
  'evidence.head': { evidence: ['Query'] },
  // No batches of writes: that action allows removal, too.
  revisions: { revisions: ['BatchGetItem', 'PutItem', 'Query'] },
  'revisions.read': { revisions: ['Query'] },
  watchState: { controls: ['GetItem', 'PutItem', 'Query'] },
  'watchState.read': { controls: ['GetItem', 'Query'] },
} as const;
