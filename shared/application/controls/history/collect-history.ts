import {
  revisionText,
  firstDigestOf,
  versionsMax,
  type RevisionEntry,
} from '../../../domain/controls/history/revision-entry.ts';
import { readingTracker, type ReadingTracker } from '../../../domain/controls/history/served.ts';
import { revisionMax } from '../../../domain/controls/history/unhandled.ts';
import type { Revision, Actor } from '../../../domain/controls/revision.ts';
import { sha256 } from '../../../domain/sha256.ts';
import type { Clock } from '../../runs/ports.ts';
import type { ControlsHistory, HistoryPage, RevisionStore } from '../ports.ts';
import {
  collectedOf,
  hasNewHoles,
  newGathered,
  noteServed,
  noteUnreadable,
  type CollectedHistory,
  type CollectOrder,
  type Gathered,
} from './gathered-history.ts';
import { isSameButForMarks } from '../../../domain/controls/same-but-for-marks.ts';

export interface HistoryPorts {
  readonly clock: Clock;
  readonly history: ControlsHistory;
  readonly revisions: RevisionStore;
}

/** A history that still moves after so many readings is left to the next run. */
const readingsMax = 3;

/**
 * Reads the history until the known part of it is met, or to its end, and stores what is new as it comes: neither the
 * number nor the size of the revisions matters to the memory. A history that moves, or that has holes which nobody
 * was told of, is read again. Raises PlatformUnavailableError or PlatformRefusedError.
 */
export async function collectHistory(ports: HistoryPorts, order: CollectOrder): Promise<CollectedHistory> {
  const gathered = newGathered();
  for (let reading = 1; reading <= readingsMax; reading += 1) {
    const { tracker, pages, isWhole, isCutOff } = await readOnce(ports, order, gathered);
    gathered.isWhole = isWhole;
    if (isCutOff) {
      return { ...collectedOf(gathered, order), isCutOff, problem: 'the time was up before the history was read' };
    }
    const isMoving = pages > 1 && tracker.order !== 'ascending' && (await hasMoved(ports, gathered));
    const isDoubtful = reading === 1 && hasNewHoles(gathered, order);
    if (!isMoving && !isDoubtful) {
      return collectedOf(gathered, order);
    }
  }
  const collected = collectedOf(gathered, order);
  return hasNewHoles(gathered, order)
    ? collected
    : { ...collected, problem: 'the history was still changing while it was read; the next run goes on' };
}

interface Reading {
  readonly tracker: ReadingTracker;
  readonly pages: number;
  readonly isWhole: boolean;
  readonly isCutOff: boolean;
}

async function readOnce(ports: HistoryPorts, order: CollectOrder, gathered: Gathered): Promise<Reading> {
  const tracker = readingTracker();
  let pages = 0;
  gathered.handledServed = 0;
  gathered.handledReplaced = 0;
  // Which row it was, another reading cannot know: each reports its own.
  gathered.unreadable.delete(undefined);
  for await (const page of ports.history.pages()) {
    pages += 1;
    const { revisions, unreadable } = validPage(page);
    noteUnreadable(gathered, unreadable);
    await storePage(ports, { revisions, order, gathered });
    tracker.see(
      revisions.map(({ revision }) => revision),
      unreadable.length > 0,
    );
    // What one reading could not read, another may have.
    revisions.forEach(({ revision }) => gathered.unreadable.delete(revision));
    const isLate = ports.clock.now() >= order.stopAtMs;
    const isMet = tracker.meets(order.handled);
    // A history may be so long that there is never the time for all of it: what is new in it is known all the same.
    if (isMet && (isLate || !order.isWhole)) {
      return { tracker, pages, isWhole: false, isCutOff: false };
    }
    if (isLate) {
      return { tracker, pages, isWhole: false, isCutOff: true };
    }
  }
  return { tracker, pages, isWhole: true, isCutOff: false };
}

/** A number that no history counts to is as good as none. */
function validPage({ revisions, unreadable }: HistoryPage): HistoryPage {
  const isValid = ({ revision }: Revision): boolean => revision >= 0 && revision <= revisionMax;
  const odd = revisions.filter((each) => !isValid(each)).map(() => ({ problem: 'its number is out of all bounds' }));
  return { revisions: revisions.filter(isValid), unreadable: [...unreadable, ...odd] };
}

interface StoredPage {
  readonly revisions: readonly Revision[];
  readonly order: CollectOrder;
  readonly gathered: Gathered;
}

async function storePage(ports: HistoryPorts, { revisions, order, gathered }: StoredPage): Promise<void> {
  const byNumber = Map.groupBy(revisions, ({ revision }) => revision);
  const known = await ports.revisions.find(order.series, [...byNumber.keys()]);
  const entries = new Map(known.map((entry) => [entry.revision, entry]));
  await Promise.all(
    [...byNumber].map(async ([number, contents]) => {
      let entry = entries.get(number);
      for (const revision of contents) {
        const digest = sha256(revisionText(revision));
        entry = await storeContent(ports.revisions, { revision, digest, entry, series: order.series, at: order.at });
        noteServed(gathered, { entry, digest, order });
      }
    }),
  );
}

/** Reads the first page again: what is there and was not served before has come while the others were read. */
async function hasMoved(ports: HistoryPorts, gathered: Gathered): Promise<boolean> {
  for await (const { revisions } of ports.history.pages()) {
    return revisions.some(({ revision }) => !gathered.numbers.has(revision));
  }
  return false;
}

const actorCharsMax = 320;

interface ServedContent {
  readonly revision: Revision;
  readonly digest: string;
  /** What is known of the revision. */
  readonly entry: RevisionEntry | undefined;
  readonly series: number;
  /** ISO instant as of which the run sees what it sees. */
  readonly at: string;
}

/** Stores a content of a revision unless it is known, and gives what is known of the revision then. */
export async function storeContent(
  revisions: RevisionStore,
  { revision, digest, entry, series, at }: ServedContent,
): Promise<RevisionEntry> {
  const versions = entry?.versions ?? [];
  if (entry !== undefined && versions.some((version) => version.digest === digest)) {
    return entry;
  }
  const sameAs = entry === undefined ? undefined : await redactedBefore(revisions, entry, revision);
  const newest = {
    digest,
    seenAt: at,
    actor: clipped(revision.actor),
    updatedAt: revision.updatedAt,
    ...(sameAs === undefined ? {} : { sameAs }),
  };
  const next: RevisionEntry = {
    series,
    revision: revision.revision,
    versions: [...versions.slice(0, versionsMax - 1), newest],
  };
  await revisions.put(next, revision);
  return next;
}

/**
 * The stored content that a served one is, had it been redacted by the rules of today; undefined when it is another one.
 * Only contents of earlier rules are looked at.
 */
async function redactedBefore(
  revisions: RevisionStore,
  entry: RevisionEntry,
  served: Revision,
): Promise<string | undefined> {
  for (const version of entry.versions.toReversed()) {
    const stored = await revisions.read(entry, version.digest);
    const isOlder = stored !== undefined && (stored.redaction ?? 1) < (served.redaction ?? 1);
    if (isOlder && isSameButForMarks(stored, served)) {
      return firstDigestOf(version);
    }
  }
  return undefined;
}

/** The whole of a name stands in the content; an entry has a bounded size. */
function clipped(actor: Actor): Actor {
  const facts = Object.entries(actor).map(([name, value]) => [name, String(value).slice(0, actorCharsMax)]);
  return Object.fromEntries(facts);
}
