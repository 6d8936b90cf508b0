/** The body is longer than we are willing to hold. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as text, as it streams in. Bytes are counted after decompression, so a small answer that unpacks to a
 * huge one stops at the cap. A byte order mark is dropped; bytes that are no UTF-8 become U+FFFD, which costs the
 * field in question its validity and not the whole page.
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
    // Leaving the loop by an error cancels the stream, and with it the connection.
    if (bytes > bytesMax) {
      throw new BodyTooLargeError(`the body is longer than ${bytesMax} bytes`);
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

// Spelled out or with letters escaped; in neither form is it part of any honest answer.
const HOSTILE_KEY = /__proto__|\\u00(?:5f|6f|7[024])/i;

/**
 * Parses JSON. A `__proto__` key becomes a plain one, in brackets: no later copy of a value can change what objects are
 * made of, and what stood under it is still seen.
 */
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

/** A key in brackets that does not hide another one. */
function freeKey(holder: object): string {
  let key = '[__proto__]';
  // Ends: each round is a key of the answer, whose size is bounded.
  while (Object.hasOwn(holder, key)) {
    key = `[${key}]`;
  }
  return key;
}
