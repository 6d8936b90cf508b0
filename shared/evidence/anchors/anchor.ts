import { canonicalJson, type Json } from '../../controls/json.ts';
import type { ChainHead, RevisionRecord } from '../chain.ts';

/** What is signed about the chain. Its holder can prove later that nothing up to its link was changed. */
export interface AnchorStatement extends ChainHead {
  /** The chain's organization, so that an anchor never passes for another chain's. */
  readonly organization: string;
  readonly at: string;
  /** The revision recorded last, with the SHA-256 of its content; absent while there is none. */
  readonly settings?: RevisionRecord;
  /** The previously signed head, to detect a missing anchor in between. Absent in the first. */
  readonly previous?: ChainHead;
}

export interface Anchor {
  /** Exactly what was signed: `anchorText`. */
  readonly text: string;
  /** Base64. */
  readonly signature: string;
  /** Fingerprint of the key: SHA-256 of the public key (SubjectPublicKeyInfo, DER), 64 hexadecimal characters. */
  readonly key: string;
}

// Names what is signed and how: a signature for another purpose, or by later rules, never passes for one of these.
const format = 'curfew-anchor/1';

/** Returns the text to sign: the format's name, a line feed, and the statement as canonical JSON. */
export function anchorText({ organization, seq, hash, at, settings, previous }: AnchorStatement): string {
  const statement = {
    organization,
    seq,
    hash,
    at,
    settings:
      settings === undefined ? null : { series: settings.series, revision: settings.revision, digest: settings.digest },
    previous: previous === undefined ? null : { seq: previous.seq, hash: previous.hash },
  };
  return `${format}\n${canonicalJson(statement)}`;
}

/** Returns the statement of a signed text; undefined if the text is not in canonical form. */
export function statementIn(text: string): AnchorStatement | undefined {
  const read = text.startsWith(`${format}\n`) ? objectIn(text.slice(format.length + 1)) : undefined;
  if (read === undefined) {
    return undefined;
  }
  const { organization, seq, hash, at, settings, previous } = read;
  const said = revisionRecordIn(settings);
  const before = headIn(previous);
  const head = headIn({ seq, hash });
  if (head === undefined || typeof organization !== 'string' || typeof at !== 'string' || !isInstant(at)) {
    return undefined;
  }
  const statement: AnchorStatement = {
    ...head,
    organization,
    at,
    ...(said === undefined ? {} : { settings: said }),
    ...(before === undefined ? {} : { previous: before }),
  };
  return anchorText(statement) === text ? statement : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

export function revisionRecordIn(value: unknown): RevisionRecord | undefined {
  const { series, revision, digest } = fieldsOf(value);
  return Number.isSafeInteger(series) && Number.isSafeInteger(revision) && isHash(digest)
    ? { series: Number(series), revision: Number(revision), digest }
    : undefined;
}

function headIn(value: unknown): ChainHead | undefined {
  const { seq, hash } = fieldsOf(value);
  return Number.isSafeInteger(seq) && Number(seq) >= 1 && isHash(hash) ? { seq: Number(seq), hash } : undefined;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value);
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function anchorInBody(value: Json | undefined): Anchor | undefined {
  const { text, signature, key } = fieldsOf(value);
  return typeof text === 'string' && typeof signature === 'string' && typeof key === 'string'
    ? { text, signature, key }
    : undefined;
}

const partChars = 160;

/** Describes a signed head for a mail's small print: everything needed to check it, in lines that no mail cuts off. */
export function describeSigned({ text, signature, key }: Anchor): readonly string[] {
  const statement = text.slice(text.indexOf('\n') + 1);
  const count = Math.ceil(statement.length / partChars);
  return [
    `Signed with key ${key}, signature ${signature}`,
    ...Array.from({ length: count }, (_, index) => {
      const part = statement.slice(index * partChars, (index + 1) * partChars);
      return `Signed text after ${format}, part ${index + 1} of ${count}: ${part}`;
    }),
  ];
}

/** Heads are signed at least daily; a run may be late. */
const lateAfterMs = 26 * 60 * 60_000;

/** Returns when the newest head was signed if that is too long before the newest link; otherwise undefined. */
export function lateAnchor({ at, anchor }: { readonly at: string; readonly anchor?: Anchor }): string | undefined {
  const signedAt = anchor === undefined ? undefined : statementIn(anchor.text)?.at;
  return signedAt !== undefined && isAnchorLate(signedAt, Date.parse(at)) ? signedAt : undefined;
}

/** Whether the newest signed head (ISO instant) is too old at a moment in Unix milliseconds. */
export function isAnchorLate(signedAt: string, nowMs: number): boolean {
  return nowMs - Date.parse(signedAt) > lateAfterMs;
}
