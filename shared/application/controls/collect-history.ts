import { newGaps } from '../../domain/controls/history/observe-alarms.ts';
import { withoutRanges, type NumberRange } from '../../domain/controls/history/number-range.ts';
import {
  contentsOf,
  firstDigestOf,
  latestVersion,
  revisionText,
  type RevisionEntry,
  versionsMax,
} from '../../domain/controls/history/revision-entry.ts';
import { isSameButForMarks } from '../../domain/controls/same-but-for-marks.ts';
import {
  highestOf,
  notServed,
  readingTracker,
  type ReadingTracker,
  type Served,
} from '../../domain/controls/history/served.ts';
import { revisionMax } from '../../domain/controls/history/unhandled.ts';
import { isHandled, type ContentPlace, type Handled } from '../../domain/controls/history/watch-state.ts';
import { sha256 } from '../../domain/sha256.ts';
import type { Actor, Revision } from '../../domain/controls/revision.ts';
import type { ControlsHistory, HistoryPage, RevisionStore } from './ports.ts';
import type { Clock } from '../runs/ports.ts';

export interface HistoryPorts {
  readonly clock: Clock;
  readonly history: ControlsHistory;
  readonly revisions: RevisionStore;
}

export interface CollectOrder {
  readonly series: number;
  readonly handled: Handled | undefined;
  /** ISO instant as of which the run sees what it sees. */
  readonly at: string;
  /** Reads every page, whatever the first ones show. */
  readonly isWhole: boolean;
  /** When the newest handled revision was made, as the platform said. */
  readonly newestAt: string | undefined;
  /** Missing and unreadable numbers that were told of, ascending: nothing is read again for them. */
  readonly missingTold: readonly NumberRange[];
  /** Wall-clock Unix milliseconds after which no further page is read. */
  readonly stopAtMs: number;
}

/** What one run has read. All of it is stored. */
export interface CollectedHistory {
  readonly served: Served;
  /** Served with more than one content by now; at most so many as one run tells of. */
  readonly rewritten: readonly RevisionEntry[];
  /** The content that was served under the highest number; absent where a higher one may stand in what was not read. */
  readonly newest?: ContentPlace;
  /** Every handled revision that was served is another than the one that was handled, and all are younger. */
  readonly isRestarted: boolean;
  /** Why what was read may not be all of it; a sentence. */
  readonly problem?: string;
  /** Stopped before the history could be known: nothing may be decided on it. */
  readonly isCutOff: boolean;
}

/** A history that still moves after so many readings is left to the next run. */
const readingsMax = 3;
const rewrittenMax = 100;
const unreadableMax = 100;
/** A row without a number is in no range that was told of. */
const unnumbered: NumberRange = { from: -1, through: -1 };
const actorCharsMax = 320;

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

/** What the readings of one run come to. Rows themselves are not kept. */
interface Gathered {
  readonly numbers: Set<number>;
  readonly unreadable: Map<number | undefined, string>;
  readonly rewritten: Map<number, RevisionEntry>;
  /** The highest number served, with the content that it had last. */
  newest: Omit<ContentPlace, 'series'> | undefined;
  isWhole: boolean;
  handledServed: number;
  handledReplaced: number;
  /** ISO instant of the oldest revision served. */
  oldestAt: string | undefined;
}

function newGathered(): Gathered {
  return {
    numbers: new Set(),
    unreadable: new Map(),
    rewritten: new Map(),
    newest: undefined,
    isWhole: false,
    handledServed: 0,
    handledReplaced: 0,
    oldestAt: undefined,
  };
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
  // Which row it was, another reading cannot tell: each tells of its own.
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

function noteUnreadable({ unreadable, numbers }: Gathered, rows: HistoryPage['unreadable']): void {
  for (const { revision, problem } of rows) {
    const isKnown = revision !== undefined && numbers.has(revision);
    if (!isKnown && unreadable.size < unreadableMax) {
      // Where on its page it stood moves with every new revision, and is not what is wrong with it.
      unreadable.set(revision, problem.replaceAll(/\[\d+\]/g, '[]'));
    }
  }
}

/** A number that no history counts to is as good as none. */
function validPage({ revisions, unreadable }: HistoryPage): HistoryPage {
  const isSound = ({ revision }: Revision): boolean => revision >= 0 && revision <= revisionMax;
  const odd = revisions.filter((each) => !isSound(each)).map(() => ({ problem: 'its number is out of all bounds' }));
  return { revisions: revisions.filter(isSound), unreadable: [...unreadable, ...odd] };
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
        entry = await storeContent(ports, { revision, digest, entry, order });
        note(gathered, { entry, digest, order });
      }
    }),
  );
}

interface ServedContent {
  readonly revision: Revision;
  readonly digest: string;
  /** What is known of the revision. */
  readonly entry: RevisionEntry | undefined;
  readonly order: CollectOrder;
}

async function storeContent(
  { revisions }: HistoryPorts,
  { revision, digest, entry, order }: ServedContent,
): Promise<RevisionEntry> {
  const versions = entry?.versions ?? [];
  if (entry !== undefined && versions.some((version) => version.digest === digest)) {
    return entry;
  }
  const sameAs = entry === undefined ? undefined : await redactedBefore(revisions, entry, revision);
  const newest = {
    digest,
    seenAt: order.at,
    actor: clipped(revision.actor),
    updatedAt: revision.updatedAt,
    ...(sameAs === undefined ? {} : { sameAs }),
  };
  const next: RevisionEntry = {
    series: order.series,
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

function note(
  gathered: Gathered,
  { entry, digest, order }: { readonly entry: RevisionEntry; readonly digest: string; readonly order: CollectOrder },
): void {
  const { revision } = entry;
  const { updatedAt } = latestVersion(entry);
  gathered.numbers.add(revision);
  const version = entry.versions.find((each) => each.digest === digest);
  const recorded = version === undefined ? digest : firstDigestOf(version);
  if (gathered.newest === undefined || revision >= gathered.newest.revision) {
    gathered.newest = { revision, digest: recorded };
  }
  if (contentsOf(entry).length > 1 && gathered.rewritten.size < rewrittenMax) {
    gathered.rewritten.set(revision, entry);
  }
  if (isHandled(revision, order.handled)) {
    gathered.handledServed += 1;
    gathered.handledReplaced += Number(contentsOf(entry)[0]?.digest !== recorded);
  }
  const isOldest = gathered.oldestAt === undefined || Date.parse(updatedAt) < Date.parse(gathered.oldestAt);
  gathered.oldestAt = isOldest ? updatedAt : gathered.oldestAt;
}

/** Reads the first page again: what is there and was not served before has come while the others were read. */
async function hasMoved(ports: HistoryPorts, gathered: Gathered): Promise<boolean> {
  for await (const { revisions } of ports.history.pages()) {
    return revisions.some(({ revision }) => !gathered.numbers.has(revision));
  }
  return false;
}

/** A hole may be a page that was lost on the way: that is found out before anybody is told. */
function hasNewHoles(gathered: Gathered, { handled, missingTold }: CollectOrder): boolean {
  const unreadable = [...gathered.unreadable.keys()].map((number) =>
    number === undefined ? unnumbered : { from: number, through: number },
  );
  const holes = [...notServed(gathered, handled), ...newGaps(gathered, handled), ...unreadable];
  return holes.some((hole) => withoutRanges(hole, missingTold).length > 0);
}

function collectedOf(gathered: Gathered, order: CollectOrder): CollectedHistory {
  const { numbers, unreadable, isWhole, rewritten } = gathered;
  return {
    served: { numbers, unreadable, isWhole },
    rewritten: [...rewritten.values()],
    ...newestIn(gathered, order),
    isRestarted: isWhole && isRestarted(gathered, order),
    isCutOff: false,
  };
}

/** A row that cannot be read may be the newest, and so may one of a page that was left out. */
function newestIn({ newest, unreadable, isWhole }: Gathered, order: CollectOrder): Pick<CollectedHistory, 'newest'> {
  const isSure =
    newest !== undefined &&
    (isWhole || newest.revision >= (order.handled?.through ?? 0)) &&
    [...unreadable.keys()].every((number) => number !== undefined && number < newest.revision);
  return isSure ? { newest: { series: order.series, ...newest } } : {};
}

/** Fewer revisions than before, and each of them another and younger one: that is a new count, not an old one forged. */
function isRestarted(gathered: Gathered, { handled, newestAt }: CollectOrder): boolean {
  const { numbers, handledServed, handledReplaced, oldestAt } = gathered;
  if (handled === undefined || newestAt === undefined || oldestAt === undefined) {
    return false;
  }
  const isShorter = (highestOf(numbers) ?? handled.through) < handled.through;
  const isAnother = handledServed > 0 && handledReplaced === handledServed;
  return isShorter && isAnother && Date.parse(oldestAt) >= Date.parse(newestAt);
}
