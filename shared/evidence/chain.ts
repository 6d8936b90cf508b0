import { canonicalJson, type JsonObject } from '../controls/json.ts';
import { invariant } from '../kernel/invariant.ts';
import { sha256 } from '../kernel/sha256.ts';

/** `run` is the heartbeat, also without findings. `judged` continues a revision's changes that exceed its link. */
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

/** One entry of the evidence. Its hash covers everything else in it, including the previous hash. */
export interface Link {
  readonly seq: number;
  readonly at: string;
  readonly kind: LinkKind;
  /** Marks replace its secrets. */
  readonly body: JsonObject;
  readonly previousHash: string;
  /** SHA-256 of `hashedText`, 64 hexadecimal characters. */
  readonly hash: string;
}

/** A place in the chain: a link by its number and hash. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export const firstPreviousHash = '0'.repeat(64);

// Names what is hashed and how: a hash for another purpose, or by later rules, never passes for one of these.
const format = 'curfew-evidence/1';

export function nextLink(
  head: ChainHead | undefined,
  { at, kind, body }: { readonly at: string; readonly kind: LinkKind; readonly body: JsonObject },
): Link {
  invariant(head === undefined || (Number.isSafeInteger(head.seq) && head.seq >= 1), 'links are counted from 1');
  const link = { seq: (head?.seq ?? 0) + 1, at, kind, body, previousHash: head?.hash ?? firstPreviousHash };
  return { ...link, hash: sha256(hashedText(link)) };
}

/** Returns the hashed text: the format's name, a line feed, and the link without its hash as canonical JSON. */
export function hashedText({ seq, at, kind, body, previousHash }: Omit<Link, 'hash'>): string {
  return `${format}\n${canonicalJson({ seq, at, kind, body, previousHash })}`;
}

/** Formats links, one per line: hash, two spaces, canonical JSON. The hash covers a format line and that JSON. */
export function chainFile(links: readonly Link[]): string {
  return links.map((link) => `${link.hash}  ${jsonOf(link)}\n`).join('');
}

/**
 * Returns the newest link up to this one that is no heartbeat; undefined if unknown. Each link stores this for its
 * predecessor as `lastRecord`, so that an export can leave out heartbeats provably.
 */
export function lastRecordAt(link: Link | undefined): ChainHead | undefined {
  if (link === undefined || link.kind !== 'run') {
    return link === undefined ? undefined : { seq: link.seq, hash: link.hash };
  }
  return lastRecordBefore(link);
}

/** Returns the newest earlier link that is no heartbeat; undefined in links from before this was recorded. */
export function lastRecordBefore({ body }: { readonly body: JsonObject }): ChainHead | undefined {
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

export interface RevisionRecord {
  readonly series: number;
  readonly revision: number;
  readonly digest: string;
}

/** Returns a link's revision; undefined for a link about something else. */
export function revisionRecord({ kind, body }: Link): RevisionRecord | undefined {
  const { series, revision, digest } = body;
  return kind === 'revision' && typeof series === 'number' && typeof revision === 'number' && typeof digest === 'string'
    ? { series, revision, digest }
    : undefined;
}

export function revisionKey({ series, revision, digest }: RevisionRecord): string {
  return `${series}/${revision}/${digest}`;
}
