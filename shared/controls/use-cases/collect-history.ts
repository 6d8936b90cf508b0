import { markOfPages, type ServedPages } from '../history/last-look.ts';
import { type NumberRange, withoutRanges } from '../history/number-range.ts';
import { newGaps } from '../history/observe-alarms.ts';
import { contentsOf, firstDigestOf, latestVersion, type RevisionEntry } from '../history/revision-entry.ts';
import { highestOf, notServed, readingTracker, type ReadingTracker, type Served } from '../history/served.ts';
import { alwaysWholeMax, type ContentPlace, type Handled, isHandled, revisionMax } from '../history/watch-state.ts';
import type { HistoryPage } from '../ports.ts';
import type { Revision } from '../revision.ts';
import { storeRevisions } from './stored-revisions.ts';
import type { WatchPorts } from './watch-work.ts';

type HistoryPorts = Pick<WatchPorts, 'clock' | 'history' | 'revisions'>;

export interface CollectOrder {
  readonly series: number;
  readonly handled: Handled | undefined;
  /** ISO instant of the run. */
  readonly at: string;
  /** Read every page, whatever the first ones show. */
  readonly isWhole: boolean;
  readonly newestAt: string | undefined;
  /** Missing and unreadable numbers already reported, ascending: they cause no second reading. */
  readonly missingReported: readonly NumberRange[];
  /** Wall-clock Unix milliseconds after which no further page is read. */
  readonly stopAtMs: number;
}

export interface CollectedHistory {
  readonly served: Served;
  /** Revisions served with more than one content; at most as many as one run reports. */
  readonly rewritten: readonly RevisionEntry[];
  /** The content served under the highest number; absent when a higher one may be in the unread part. */
  readonly newest?: ContentPlace;
  /** Every handled revision that was served differs from the handled one, and all are younger. */
  readonly isRestarted: boolean;
  /** What one reading served, when pages have marks and the history did not move. */
  readonly pages?: ServedPages;
  /** Why the reading may be incomplete; a sentence. */
  readonly problem?: string;
  /** Stopped before the history was known: nothing may be decided on it. */
  readonly isCutOff: boolean;
}

const rewrittenMax = 100;
const unreadableMax = 100;
/** A row without a number is in no reported range. */
const unnumbered: NumberRange = { from: -1, through: -1 };

/** The result of a run's readings. Rows themselves are not kept. */
interface Gathered {
  readonly numbers: Set<number>;
  readonly unreadable: Map<number | undefined, string>;
  readonly rewritten: Map<number, RevisionEntry>;
  newest: Omit<ContentPlace, 'series'> | undefined;
  isWhole: boolean;
  handledServed: number;
  handledReplaced: number;
  oldestAt: string | undefined;
}

/** A history that still moves after this many readings is left to the next run. */
const readingsMax = 3;

/**
 * Reads the history until its known part or its end, and stores new revisions on the way: memory depends neither on
 * their number nor their size. A history that moved, or has unreported holes, is read again. Throws
 * PlatformUnavailableError or PlatformRefusedError.
 */
export async function collectHistory(ports: HistoryPorts, order: CollectOrder): Promise<CollectedHistory> {
  const gathered: Gathered = {
    numbers: new Set(),
    unreadable: new Map(),
    rewritten: new Map(),
    newest: undefined,
    isWhole: false,
    handledServed: 0,
    handledReplaced: 0,
    oldestAt: undefined,
  };
  const reader = { ports, order, gathered };
  for (let reading = 1; reading <= readingsMax; reading += 1) {
    const { tracker, pages, isWhole, isCutOff, served } = await readOnce(reader);
    gathered.isWhole = isWhole;
    if (isCutOff) {
      return { ...collectedOf(reader), isCutOff, problem: 'the time was up before the history was read' };
    }
    const isMoving = pages > 1 && tracker.order !== 'ascending' && (await hasMoved(reader));
    const isDoubtful = reading === 1 && hasNewHoles(reader);
    if (!isMoving && !isDoubtful) {
      return { ...collectedOf(reader), pages: served };
    }
  }
  const collected = collectedOf(reader);
  return hasNewHoles(reader)
    ? collected
    : { ...collected, problem: 'the history was still changing while it was read; the next run goes on' };
}

interface Reader {
  readonly ports: HistoryPorts;
  readonly order: CollectOrder;
  readonly gathered: Gathered;
}

interface Reading {
  readonly tracker: ReadingTracker;
  readonly pages: number;
  readonly isWhole: boolean;
  readonly isCutOff: boolean;
  readonly served?: ServedPages | undefined;
}

async function readOnce(reader: Reader): Promise<Reading> {
  const { ports, order, gathered } = reader;
  const tracker = readingTracker();
  const marks: (string | undefined)[] = [];
  let pages = 0;
  let metAfter: number | undefined;
  gathered.handledServed = 0;
  gathered.handledReplaced = 0;
  // A second reading cannot tell which row it was: each reading reports its own.
  gathered.unreadable.delete(undefined);
  for await (const page of ports.history.pages()) {
    pages += 1;
    marks.push(page.mark);
    const { revisions, unreadable } = validPage(page);
    noteUnreadable(gathered, unreadable);
    for (const { entry, digest } of await storeRevisions(ports.revisions, revisions, order)) {
      noteServed(reader, entry, digest);
    }
    tracker.see(
      revisions.map(({ revision }) => revision),
      unreadable.length > 0,
    );
    // One reading may succeed where another failed.
    revisions.forEach(({ revision }) => gathered.unreadable.delete(revision));
    const isLate = ports.clock.now() >= order.stopAtMs;
    const isMet = tracker.meets(order.handled);
    metAfter ??= isMet ? pages : undefined;
    // A history may be too long to be read whole in one run; new revisions are known all the same.
    if (isMet && (isLate || !order.isWhole)) {
      return { tracker, pages, isWhole: false, isCutOff: false, served: servedOf(marks, { isWhole: false }) };
    }
    if (isLate) {
      return { tracker, pages, isWhole: false, isCutOff: true };
    }
  }
  // Of a long history the next runs read new revisions only.
  const isShort = gathered.numbers.size <= alwaysWholeMax;
  const first = isShort ? marks.length : (metAfter ?? 0);
  const served = servedOf(marks.slice(0, first), { isWhole: isShort });
  return { tracker, pages, isWhole: true, isCutOff: false, served };
}

function servedOf(
  marks: readonly (string | undefined)[],
  { isWhole }: { readonly isWhole: boolean },
): ServedPages | undefined {
  const known = marks.filter((mark) => mark !== undefined);
  return marks.length > 0 && known.length === marks.length
    ? { count: known.length, isWhole, mark: markOfPages(known) }
    : undefined;
}

/** A number that no history reaches counts as unreadable. */
function validPage({ revisions, unreadable }: HistoryPage): HistoryPage {
  const isValid = ({ revision }: Revision): boolean => revision >= 0 && revision <= revisionMax;
  const odd = revisions.filter((each) => !isValid(each)).map(() => ({ problem: 'its number is out of all bounds' }));
  return { revisions: revisions.filter(isValid), unreadable: [...unreadable, ...odd] };
}

/** Reads the first page again: revisions not served before arrived during the reading. */
async function hasMoved({ ports, gathered }: Reader): Promise<boolean> {
  for await (const { revisions } of ports.history.pages()) {
    return revisions.some(({ revision }) => !gathered.numbers.has(revision));
  }
  return false;
}

function noteUnreadable({ unreadable, numbers }: Gathered, rows: HistoryPage['unreadable']): void {
  for (const { revision, problem } of rows) {
    const isKnown = revision !== undefined && numbers.has(revision);
    if (!isKnown && unreadable.size < unreadableMax) {
      // Its position on the page moves with every new revision and is not the problem.
      unreadable.set(revision, problem.replaceAll(/\[\d+\]/g, '[]'));
    }
  }
}

function noteServed({ order, gathered }: Reader, entry: RevisionEntry, digest: string): void {
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

/** A hole may be a page lost in transit, which is checked before anyone is notified. */
function hasNewHoles({ order: { handled, missingReported }, gathered }: Reader): boolean {
  const unreadable = [...gathered.unreadable.keys()].map((number) =>
    number === undefined ? unnumbered : { from: number, through: number },
  );
  const holes = [...notServed(gathered, handled), ...newGaps(gathered, handled), ...unreadable];
  return holes.some((hole) => withoutRanges(hole, missingReported).length > 0);
}

function collectedOf({ order, gathered }: Reader): CollectedHistory {
  const { numbers, unreadable, isWhole, rewritten } = gathered;
  return {
    served: { numbers, unreadable, isWhole },
    rewritten: [...rewritten.values()],
    ...newestIn(gathered, order),
    isRestarted: isWhole && isRestarted(gathered, order),
    isCutOff: false,
  };
}

/** An unreadable row may be the newest, and so may one on an unread page. */
function newestIn({ newest, unreadable, isWhole }: Gathered, order: CollectOrder): { readonly newest?: ContentPlace } {
  const isSure =
    newest !== undefined &&
    (isWhole || newest.revision >= (order.handled?.through ?? 0)) &&
    [...unreadable.keys()].every((number) => number !== undefined && number < newest.revision);
  return isSure ? { newest: { series: order.series, ...newest } } : {};
}

/** Fewer revisions than before, each different and younger: the platform counts anew; no history was forged. */
function isRestarted(gathered: Gathered, { handled, newestAt }: CollectOrder): boolean {
  const { numbers, handledServed, handledReplaced, oldestAt } = gathered;
  if (handled === undefined || newestAt === undefined || oldestAt === undefined) {
    return false;
  }
  const isShorter = (highestOf(numbers) ?? handled.through) < handled.through;
  const isAnother = handledServed > 0 && handledReplaced === handledServed;
  return isShorter && isAnother && Date.parse(oldestAt) >= Date.parse(newestAt);
}
