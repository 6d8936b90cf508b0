import { sha256 } from '../../kernel/sha256.ts';
import type { NumberRange } from '../history/number-range.ts';
import { firstDigestOf, revisionText, versionsMax, type RevisionEntry } from '../history/revision-entry.ts';
import type { WatchState } from '../history/watch-state.ts';
import type { RevisionStore } from '../ports.ts';
import type { Actor, Revision } from '../revision.ts';
import { isSameButForMarks } from '../secret-mark.ts';

const entriesPerPage = 500;

export interface StoredStep {
  readonly entry: RevisionEntry;
  /** Absent for the first revision. */
  readonly previous: RevisionEntry | undefined;
}

export type SeriesPlace = Pick<WatchState, 'series' | 'predecessor'>;

/** The stored revisions in ranges of numbers, ascending, with one page of entries in memory. */
export async function* storedSteps(
  store: RevisionStore,
  place: SeriesPlace,
  ranges: readonly NumberRange[],
): AsyncGenerator<StoredStep> {
  let last: RevisionEntry | undefined;
  for (const range of ranges) {
    for await (const entry of storedEntries(store, place.series, range)) {
      const isNext = last !== undefined && last.revision === entry.revision - 1;
      yield { entry, previous: isNext ? last : await previousOf(store, place, entry.revision) };
      last = entry;
    }
  }
}

/** The nearest known revision before a number; for the first of a series, the last of the series before. */
export async function previousOf(
  store: RevisionStore,
  { series, predecessor }: SeriesPlace,
  revision: number,
): Promise<RevisionEntry | undefined> {
  const below = await store.findBelow(series, revision);
  if (below !== undefined || predecessor === undefined) {
    return below;
  }
  const [before] = await store.find(predecessor.series, [predecessor.revision]);
  return before;
}

async function* storedEntries(
  store: RevisionStore,
  series: number,
  { from, through }: NumberRange,
): AsyncGenerator<RevisionEntry> {
  let next = from;
  while (next <= through) {
    const page = await store.list(series, next, entriesPerPage);
    for (const entry of page) {
      if (entry.revision > through) {
        return;
      }
      yield entry;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < entriesPerPage) {
      return;
    }
    next = last.revision + 1;
  }
}

interface StoredVersion {
  readonly entry: RevisionEntry;
  readonly digest: string;
}

/** Stores the contents of a page, those of one number in the order served. */
export async function storeRevisions(
  store: RevisionStore,
  revisions: readonly Revision[],
  { series, at }: { readonly at: string; readonly series: number },
): Promise<readonly StoredVersion[]> {
  const byNumber = Map.groupBy(revisions, ({ revision }) => revision);
  const known = await store.find(series, [...byNumber.keys()]);
  const entries = new Map(known.map((entry) => [entry.revision, entry]));
  const stored = await Promise.all(
    [...byNumber].map(async ([number, contents]) => {
      let entry = entries.get(number);
      const all: StoredVersion[] = [];
      for (const revision of contents) {
        const digest = sha256(revisionText(revision));
        entry = await storeContent(store, { revision, digest, entry, series, at });
        all.push({ entry, digest });
      }
      return all;
    }),
  );
  return stored.flat();
}

const actorCharsMax = 320;

/** Stores a new content of a revision, and returns what is then known of the revision. */
export async function storeContent(
  revisions: RevisionStore,
  {
    revision,
    digest,
    entry,
    series,
    at,
  }: {
    readonly revision: Revision;
    readonly digest: string;
    readonly entry: RevisionEntry | undefined;
    readonly series: number;
    /** ISO instant of the run. */
    readonly at: string;
  },
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
 * The stored content that equals a served one under today's redaction rules; undefined when there is none. Only
 * contents stored under earlier rules are compared.
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

/** The content holds the full name; an entry has a bounded size. */
function clipped(actor: Actor): Actor {
  const facts = Object.entries(actor).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value).slice(0, actorCharsMax)] as const],
  );
  return Object.fromEntries(facts);
}
