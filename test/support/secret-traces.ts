import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

const pieceChars = 8;

/**
 * The first piece of eight characters or more of a secret that a text holds: as it is, in base64 (at any offset), in
 * hexadecimal, URL-encoded, or escaped as JSON. Undefined when there is none.
 */
export function traceOf(secret: string, text: string): string | undefined {
  return spellingsOf(secret)
    .flatMap(piecesOf)
    .find((piece) => text.includes(piece));
}

/** So many characters of a spelling stand for eight of the secret. */
const charsForPiece = { plain: pieceChars, base64: 11, hex: 2 * pieceChars } as const;

/**
 * The same for many secrets and long texts: finds whatever stands for eight characters of any of them, and gives the
 * text around it. Hexadecimal and base64 are longer than what they stand for, and long texts hold many hashes.
 */
export function traceFinder(secrets: readonly string[]): (text: string) => string | undefined {
  const finders = Object.entries(charsForPiece).map(([kind, chars]) =>
    pieceFinder(
      secrets
        .flatMap((secret) => spellings(secret)[kind as keyof typeof charsForPiece])
        .flatMap((it) => cut(it, chars)),
      chars,
    ),
  );
  return (text) => {
    const starts = finders.map((find) => find(text)).filter((start) => start >= 0);
    const start = Math.min(...starts);
    return starts.length === 0 ? undefined : text.slice(Math.max(0, start - 80), start + 60);
  };
}

const bitsOfSum = 22;
const factor = 0x01_00_01_b3;

/**
 * Where the first of many pieces of one length begins in a text; -1 when there is none. A sum of a piece moves on by a
 * character at a time, and only where the sum is that of a piece is the text itself looked at.
 */
function pieceFinder(pieces: readonly string[], chars: number): (text: string) => number {
  const known = new Set(pieces);
  // A bit for each sum, so that all of them stay in the processor's cache.
  const sums = new Uint32Array(1 << (bitsOfSum - 5));
  const slotOf = (sum: number) => (sum ^ (sum >>> bitsOfSum)) & ((1 << bitsOfSum) - 1);
  const weight = Array.from({ length: chars - 1 }).reduce((power: number) => Math.imul(power, factor), 1);
  for (const piece of known) {
    let sum = 0;
    for (let at = 0; at < chars; at += 1) {
      sum = (Math.imul(sum, factor) + piece.charCodeAt(at)) | 0;
    }
    const slot = slotOf(sum);
    sums[slot >>> 5] = (sums[slot >>> 5] ?? 0) | (1 << slot);
  }
  return (text) => {
    let sum = 0;
    for (let end = 0; end < text.length; end += 1) {
      const left = end < chars ? 0 : text.charCodeAt(end - chars);
      sum = (Math.imul(sum - Math.imul(left, weight), factor) + text.charCodeAt(end)) | 0;
      const start = end - chars + 1;
      const slot = slotOf(sum);
      const isKnownSum = (((sums[slot >>> 5] ?? 0) >>> slot) & 1) === 1;
      if (isKnownSum && start >= 0 && known.has(text.slice(start, end + 1))) {
        return start;
      }
    }
    return -1;
  };
}

/** A secret as a vendor would make one, the same for the same number. */
export function drawnSecret(number: number, encoding: 'base64' | 'base64url' | 'hex' = 'base64url'): string {
  return createHash('sha256').update(`secret ${number}`).digest(encoding).slice(0, 40);
}

/** Shapes of secrets that people choose, type and print. */
export type OrdinaryShape = 'signs' | 'groups' | 'bytes' | 'short';

/** One of such a shape, the same for the same number. */
export function ordinarySecret(number: number, shape: OrdinaryShape): string {
  const hex = createHash('sha256').update(`ordinary ${number}`).digest('hex');
  const base64 = createHash('sha256').update(`ordinary ${number}`).digest('base64');
  switch (shape) {
    case 'signs':
      return base64.slice(0, 16).replaceAll(/(..)(.)/gu, '$1!$2%');
    case 'groups':
      return (hex.slice(0, 24).toUpperCase().match(/.{6}/gu) ?? []).join('-');
    case 'bytes':
      return (hex.slice(0, 32).match(/../gu) ?? []).join(':');
    case 'short':
      return `q7${hex.slice(0, 7)}Z`;
  }
}

function spellingsOf(secret: string): readonly string[] {
  const { plain, hex, base64 } = spellings(secret);
  return [...plain, ...hex, ...base64];
}

function spellings(secret: string) {
  const bytes = Buffer.from(secret);
  const wellFormed = secret.toWellFormed();
  return {
    plain: [secret, encodeURIComponent(wellFormed), JSON.stringify(secret).slice(1, -1)],
    hex: [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    // The characters at either end of base64 also depend on what stands beside the secret.
    base64: [0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(offset + 1, -4),
    ),
  };
}

function piecesOf(spelling: string): readonly string[] {
  return cut(spelling, pieceChars);
}

/** Every part of so many characters. */
function cut(spelling: string, chars: number): readonly string[] {
  return Array.from({ length: Math.max(0, spelling.length - chars + 1) }, (_, start) =>
    spelling.slice(start, start + chars),
  );
}
