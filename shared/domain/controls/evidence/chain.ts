import { invariant } from '../../invariant.ts';
import { sha256 } from '../../sha256.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { JsonObject } from '../json.ts';

/**
 * What a link records. `run` is the heartbeat: a run that found nothing records one too. `judged` goes on with the
 * changes of a revision that are too many for its own link.
 */
export const linkKinds = [
  'revision',
  'judged',
  'alarm',
  'run',
  'baseline',
  'exception',
  'announced',
  'acknowledged',
] as const;
export type LinkKind = (typeof linkKinds)[number];

/** One entry of the evidence. Its hash covers everything else in it, the hash before it included. */
export interface Link {
  /** Counted from 1, without gaps. */
  readonly seq: number;
  /** ISO instant in UTC. */
  readonly at: string;
  readonly kind: LinkKind;
  /** What happened, its secrets replaced by marks. */
  readonly body: JsonObject;
  /** The hash of the link before; `firstPreviousHash` in link 1. */
  readonly previousHash: string;
  /** SHA-256 of `hashedText`, 64 hexadecimal characters. */
  readonly hash: string;
}

/** Identifies a chain up to a link: whoever keeps it can detect any change up to there. */
export type ChainHead = Pick<Link, 'seq' | 'hash'>;

/** What link 1 names as the hash before it. */
export const firstPreviousHash = '0'.repeat(64);

// Names what is hashed and how: a hash made for another purpose, or by later rules, never passes for one of these.
const format = 'curfew-evidence/1';

/** The link that comes after `head`; the first one when there is none. */
export function nextLink(head: ChainHead | undefined, { at, kind, body }: Pick<Link, 'at' | 'kind' | 'body'>): Link {
  invariant(head === undefined || (Number.isSafeInteger(head.seq) && head.seq >= 1), 'links are counted from 1');
  const link = { seq: (head?.seq ?? 0) + 1, at, kind, body, previousHash: head?.hash ?? firstPreviousHash };
  return { ...link, hash: sha256(hashedText(link)) };
}

/** The text that a link's hash is made of: the format's name, a line feed, then the link without its hash as canonical JSON. */
export function hashedText({ seq, at, kind, body, previousHash }: Omit<Link, 'hash'>): string {
  return `${format}\n${canonicalJson({ seq, at, kind, body, previousHash })}`;
}

/**
 * Links as text, a line each: the hash, two blanks, and the canonical JSON that it was made of. Whoever puts the
 * format's name and a line feed before that JSON gets the hash with any tool, without Curfew.
 */
export function chainFile(links: readonly Link[]): string {
  return links.map((link) => `${link.hash}  ${jsonOf(link)}\n`).join('');
}

/**
 * The newest link at or before one that is no heartbeat; undefined where that is not known. Each link says it of the
 * link before it, as `lastRecord`, so that an export can leave out heartbeats without leaving open what stood there.
 */
export function lastRecordAt(link: Link | undefined): ChainHead | undefined {
  if (link === undefined || link.kind !== 'run') {
    return link === undefined ? undefined : { seq: link.seq, hash: link.hash };
  }
  return lastRecordBefore(link);
}

/** What a link says of the newest link before it that is no heartbeat; undefined in links from before this was noted. */
export function lastRecordBefore({ body }: Pick<Link, 'body'>): ChainHead | undefined {
  const { lastRecord } = body;
  if (typeof lastRecord !== 'object' || lastRecord === null || !('seq' in lastRecord) || !('hash' in lastRecord)) {
    return undefined;
  }
  const { seq, hash } = lastRecord;
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
}

function jsonOf(link: Link): string {
  const text = hashedText(link);
  return text.slice(text.indexOf('\n') + 1);
}

/** What a link of kind `revision` says. */
export interface RevisionRecord {
  readonly series: number;
  readonly revision: number;
  /** SHA-256 of the revision's content. */
  readonly digest: string;
}

/** What a link says of a revision; undefined for a link about something else. */
export function revisionRecord({ kind, body }: Pick<Link, 'kind' | 'body'>): RevisionRecord | undefined {
  const { series, revision, digest } = body;
  return kind === 'revision' && typeof series === 'number' && typeof revision === 'number' && typeof digest === 'string'
    ? { series, revision, digest }
    : undefined;
}

/** Names a content of a revision: equal for equal ones. */
export function revisionKey({ series, revision, digest }: RevisionRecord): string {
  return `${series}/${revision}/${digest}`;
}
