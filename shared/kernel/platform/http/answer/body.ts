import { invariant } from '../../../invariant.ts';
import { RowSplitter, RowTooLongError, type ListPath, type RowPlace } from './row-splitter.ts';
import type { SecretScrubber } from './secret-scrubber.ts';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as text from the stream. Bytes are counted after decompression, so a small answer that unpacks to a huge
 * one stops at the cap. Drops a byte order mark; invalid UTF-8 becomes U+FFFD, which invalidates one field and not the
 * page.
 */
export async function readBody(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) {
    return '';
  }
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Throwing out of the loop cancels the stream and its connection.
    if (bytes > bytesMax) {
      throw new BodyTooLargeError(`the body is longer than ${bytesMax} bytes`);
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

// Plain or escaped; no honest answer holds either.
const HOSTILE_KEY = /__proto__|\\u00(?:5f|6f|7[024])/i;

/** Parses JSON. A `__proto__` key gets brackets: later copies cannot change prototypes, and its value stays visible. */
export function parseJson(text: string): unknown {
  if (!HOSTILE_KEY.test(text)) {
    return JSON.parse(text);
  }
  return JSON.parse(text, function renamed(this: object, key: string, value: unknown) {
    if (key !== '__proto__') {
      return value;
    }
    Reflect.set(this, freeKey(this), value);
    return undefined;
  });
}

function freeKey(holder: object): string {
  let key = '[__proto__]';
  // Terminates: each round is a key of the answer, whose size is bounded.
  while (Object.hasOwn(holder, key)) {
    key = `[${key}]`;
  }
  return key;
}

/** Rows that are read as they arrive, so that a long list is not held in memory. */
export interface StreamedRows {
  readonly path: ListPath;
  /** Reads a row. Its result replaces the row in the answer; undefined removes it. */
  readonly read: (row: unknown, place: RowPlace) => unknown;
}

interface StreamLimits {
  readonly bytesMax: number;
  /** Of one row, and of everything outside rows. */
  readonly heldBytesMax: number;
}

/** The body is not JSON. Never quotes it. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  readonly isEmpty: boolean;

  constructor(isEmpty: boolean) {
    super('the body is no JSON');
    this.isEmpty = isEmpty;
  }
}

/** Parses JSON from the stream, replacing rows. Counts decompressed bytes; drops a BOM; bad UTF-8 becomes U+FFFD. */
export async function readStreamed(
  response: Response,
  rows: StreamedRows,
  { scrubber, ...limits }: StreamLimits & { readonly scrubber: SecretScrubber },
): Promise<unknown> {
  const read: unknown[] = [];
  const splitter = new RowSplitter({
    path: rows.path,
    charsMax: limits.heldBytesMax,
    onRow: (text, place) => read.push(rows.read(jsonOf(text), place)),
  });
  try {
    const scrubbed = scrubber.stream();
    for await (const text of textOf(response, limits.bytesMax)) {
      splitter.push(scrubbed.push(text));
    }
    splitter.push(scrubbed.rest());
  } catch (error) {
    throw error instanceof RowTooLongError ? new BodyTooLargeError(error.message, { cause: error }) : error;
  }
  return withRows(jsonOf(splitter.rest()), rows.path, read);
}

/** Throwing out of a loop over it cancels the stream and its connection. */
async function* textOf({ body }: Response, bytesMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) {
      throw new BodyTooLargeError(`the body is longer than ${bytesMax} bytes`);
    }
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/** Throws NotJsonError. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The parser's own message quotes the text.
    throw new NotJsonError(text.trim() === '');
  }
}

function withRows(value: unknown, [step, ...steps]: ListPath, read: readonly unknown[]): unknown {
  if (step === undefined) {
    if (!Array.isArray(value)) {
      return value;
    }
    const [before, count] = value.map(Number);
    invariant(before !== undefined && count !== undefined, 'the splitter puts two numbers in the place of rows');
    return read.slice(before, before + count).filter((row) => row !== undefined);
  }
  if (step === '*') {
    return Array.isArray(value) ? value.map((item) => withRows(item, steps, read)) : value;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) {
    return value;
  }
  return { ...value, [step]: withRows(Reflect.get(value, step), steps, read) };
}
