import { Buffer } from 'node:buffer';

const REDACTED = '[redacted]';
// Shorter pieces occur in innocent words; from eight characters on they count as the secret.
const PIECE_CHARS = 8;
const TEXT_CHARS_MAX = 4_096;

export interface SecretScrubber {
  /** For short shown text: removes every piece of the secret of eight or more characters. */
  text(text: string): string;
  /** For a whole answer: removes every full occurrence, in any encoding below. */
  body(text: string): string;
  stream(): ScrubbedStream;
}

interface ScrubbedStream {
  /** The clean text so far; holds back an end that may start the secret. */
  push(text: string): string;
  rest(): string;
}

/** A scrubber for `secret`: plain, URL-encoded, base64 (at any offset) and hexadecimal. */
export function secretScrubber(secret: string): SecretScrubber {
  const spellings = spellingsOf(secret);
  const wholes = spellings.filter((spelling) => spelling.length >= PIECE_CHARS);
  // A very short key would occur in innocent data, so bodies are cleaned of real keys only.
  const body = (text: string): string =>
    wholes.reduce((left, whole) => (left.includes(whole) ? left.replaceAll(whole, REDACTED) : left), text);
  const keptChars = Math.max(1, ...wholes.map(({ length }) => length)) - 1;
  return {
    text: (text) => scrubPieces(text.slice(0, TEXT_CHARS_MAX), spellings),
    body,
    stream: () => scrubbedStream(body, keptChars),
  };
}

function scrubbedStream(body: SecretScrubber['body'], keptChars: number): ScrubbedStream {
  let kept = '';
  return {
    push(text) {
      const clean = body(kept + text);
      const end = Math.max(0, clean.length - keptChars);
      kept = clean.slice(end);
      return clean.slice(0, end);
    },
    rest: () => kept,
  };
}

function spellingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const all = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].map((offset) => base64At(bytes, offset)),
  ];
  return [...new Set(all)].filter((spelling) => spelling !== '');
}

/** The base64 characters that depend on the secret alone after `offset` unknown bytes. */
function base64At(bytes: Buffer, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor((padded.length * 8) / 6);
  return padded.toString('base64').slice(first, last);
}

function scrubPieces(text: string, spellings: readonly string[]): string {
  const secretAt = new Uint8Array(text.length);
  for (const spelling of spellings) {
    markPieces(text, spelling, secretAt);
  }
  return withoutMarked(text, secretAt);
}

function markPieces(text: string, spelling: string, secretAt: Uint8Array): void {
  const pieceChars = Math.min(PIECE_CHARS, spelling.length);
  for (let start = 0; start + pieceChars <= text.length; start += 1) {
    if (spelling.includes(text.slice(start, start + pieceChars))) {
      secretAt.fill(1, start, start + pieceChars);
    }
  }
}

function withoutMarked(text: string, secretAt: Uint8Array): string {
  let kept = '';
  for (let index = 0; index < text.length; index += 1) {
    if (secretAt[index] === 0) {
      kept += text.charAt(index);
    } else if (secretAt[index - 1] !== 1) {
      kept += REDACTED;
    }
  }
  return kept;
}
