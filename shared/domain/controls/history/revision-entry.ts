import { canonicalJson } from '../canonical-json.ts';
import type { Json } from '../json.ts';
import type { Actor, Revision } from '../revision.ts';

/** What is known of one revision without its settings. */
export interface RevisionEntry {
  /** The numbering that it belongs to: 1, and one more each time that the platform begins to count again. */
  readonly series: number;
  readonly revision: number;
  /** Every content that was ever served under this number, in the order in which it was first seen. */
  readonly versions: readonly RevisionVersion[];
}

export interface RevisionVersion {
  /** SHA-256 of `revisionText`, in hex. */
  readonly digest: string;
  /** ISO instant as of which a run first saw it. */
  readonly seenAt: string;
  readonly actor: Actor;
  /** ISO instant, as the platform says. */
  readonly updatedAt: string;
  /** The digest of the content that this one is, redacted by later rules: nothing was rewritten. */
  readonly sameAs?: string;
}

/** Contents kept of one revision; of more, the newest takes the place of the last. */
export const versionsMax = 20;

/** The contents that the platform served under a number, each once: more than one means that it was rewritten. */
export function contentsOf({ versions }: RevisionEntry): readonly RevisionVersion[] {
  return versions.filter(({ sameAs }) => sameAs === undefined);
}

/** The digest under which a content was first stored, and recorded as evidence. */
export function firstDigestOf({ digest, sameAs = digest }: RevisionVersion): string {
  return sameAs;
}

/**
 * The content that was served last, as it was first stored. A history that is rewritten back and forth keeps the newest
 * content there is.
 */
export function latestVersion(entry: RevisionEntry): RevisionVersion {
  return lastOf(contentsOf(entry));
}

/** The version under which the entry's newest content is to be stored. */
export function addedVersion({ versions }: RevisionEntry): RevisionVersion {
  return lastOf(versions);
}

/**
 * Whether `entry` goes on where `earlier` ends: all of its contents are there, but for one in the last place. Two runs
 * at once may have seen the same content at different moments.
 */
export function continues(entry: RevisionEntry, earlier: RevisionEntry): boolean {
  const stay = earlier.versions.slice(0, versionsMax - 1);
  return (
    entry.versions.length >= earlier.versions.length &&
    stay.every((version, index) => isSameVersion(version, entry.versions[index]))
  );
}

function isSameVersion({ digest }: RevisionVersion, other: RevisionVersion | undefined): boolean {
  return digest === other?.digest;
}

function lastOf(versions: readonly RevisionVersion[]): RevisionVersion {
  const last = versions.at(-1);
  if (last === undefined) {
    throw new RangeError('a revision that is known has a content');
  }
  return last;
}

/**
 * The text of which a revision's digest is made: equal for equal revisions, whatever the order of keys and the spelling
 * of the instant. It holds marks in the place of secrets.
 */
export function revisionText({ revision, settings, actor, updatedAt }: Revision): string {
  const instantMs = Date.parse(updatedAt);
  const instant = Number.isNaN(instantMs) ? updatedAt : new Date(instantMs).toISOString();
  const who: Json = Object.fromEntries(Object.entries(actor).filter(([, value]) => value !== undefined));
  return canonicalJson({ revision, settings, actor: who, updatedAt: instant });
}

/** What acknowledgements of a revision are about. */
export function subjectOfRevision({ series, revision }: Pick<RevisionEntry, 'revision' | 'series'>): string {
  return `revision/${series}/${revision}`;
}
