import { isSameButForMarks } from '../../../domain/controls/same-but-for-marks.ts';
import { firstDigestOf, versionsMax, type RevisionEntry } from '../../../domain/controls/history/revision-entry.ts';
import type { Actor, Revision } from '../../../domain/controls/revision.ts';
import type { RevisionStore } from '../ports.ts';

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
