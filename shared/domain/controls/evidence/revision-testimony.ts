import type { Link } from './chain.ts';

/** What a link of kind `revision` says. */
export interface RevisionRecord {
  readonly series: number;
  readonly revision: number;
  /** SHA-256 of the revision's content. */
  readonly digest: string;
  /** ISO instant as of which a run first saw it. */
  readonly seenAt: string | undefined;
}

/** What a link says of a revision; undefined for a link about something else. */
export function revisionRecord({ kind, body }: Pick<Link, 'kind' | 'body'>): RevisionRecord | undefined {
  const { series, revision, digest, seenAt } = body;
  return kind === 'revision' && typeof series === 'number' && typeof revision === 'number' && typeof digest === 'string'
    ? { series, revision, digest, seenAt: typeof seenAt === 'string' ? seenAt : undefined }
    : undefined;
}

/** Names a content of a revision: equal for equal ones. */
export function revisionKey({ series, revision, digest }: Omit<RevisionRecord, 'seenAt'>): string {
  return `${series}/${revision}/${digest}`;
}
