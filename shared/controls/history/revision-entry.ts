import { canonicalJson, type Json } from '../json.ts';
import type { Actor, Revision } from '../revision.ts';

/** Names a revision of the platform's history. */
export interface RevisionPlace {
  readonly series: number;
  readonly revision: number;
}

export interface RevisionEntry extends RevisionPlace {
  readonly versions: readonly RevisionVersion[];
}

export interface RevisionVersion {
  /** SHA-256 of `revisionText`, in hex. */
  readonly digest: string;
  readonly seenAt: string;
  readonly actor: Actor;
  readonly updatedAt: string;
  /** The digest of the same content under earlier redaction rules: nothing was rewritten. */
  readonly sameAs?: string;
}

export const versionsMax = 20;

/** Returns the distinct contents served under a number: more than one means that it was rewritten. */
export function contentsOf({ versions }: RevisionEntry): readonly RevisionVersion[] {
  return versions.filter(({ sameAs }) => sameAs === undefined);
}

/** Returns the digest under which a content was first stored, and recorded as evidence. */
export function firstDigestOf({ digest, sameAs = digest }: RevisionVersion): string {
  return sameAs;
}

export function latestVersion(entry: RevisionEntry): RevisionVersion {
  return lastOf(contentsOf(entry));
}

/** Returns the version under which the entry's newest content is stored. */
export function addedVersion({ versions }: RevisionEntry): RevisionVersion {
  return lastOf(versions);
}

/** Whether `entry` has all of `earlier`'s contents, except one in the last place, which concurrent runs may add. */
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

/** Returns the digested text: equal for equal revisions, in any key order and spelling of the instant. */
export function revisionText({ revision, settings, actor, updatedAt }: Revision): string {
  const instantMs = Date.parse(updatedAt);
  const instant = Number.isNaN(instantMs) ? updatedAt : new Date(instantMs).toISOString();
  const who: Json = Object.fromEntries(Object.entries(actor).filter(([, value]) => value !== undefined));
  return canonicalJson({ revision, settings, actor: who, updatedAt: instant });
}

export function subjectOfRevision({ series, revision }: RevisionPlace): string {
  return `revision/${series}/${revision}`;
}
