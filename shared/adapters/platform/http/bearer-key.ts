const KEY_CHARS_MAX = 16_384;

/** The key that calls are signed with, read when first needed and kept until the platform refuses it. */
export interface BearerKey {
  current(): Promise<string>;
  /** Reads the key again, unless another call has done so since `refused` was in use. */
  afterRefusal(refused: string): Promise<string>;
}

/** The key could not be read, or what was read cannot be a key. The message never holds any of it. */
export class KeyUnusableError extends Error {
  override readonly name = 'KeyUnusableError';
}

/** Keeps what `readKey` gives (an API key or a JWT). Calls that need it at the same time share one reading. */
export function bearerKey(readKey: () => Promise<string>): BearerKey {
  let reading: Promise<string> | undefined;
  const read = (): Promise<string> => {
    const mine = Promise.resolve().then(readKey).then(usableKey);
    reading = mine;
    // A failed reading is not cached: the next call may succeed. Every caller that awaits it gets the failure.
    mine.catch(() => {
      if (reading === mine) {
        reading = undefined;
      }
    });
    return mine;
  };
  const current = (): Promise<string> => reading ?? read();
  return {
    current,
    async afterRefusal(refused) {
      const known = reading;
      const key = await current();
      // Of all calls refused with one key, the first throws it away and the others meet its successor.
      return key === refused && reading === known ? read() : current();
    },
  };
}

function usableKey(text: string): string {
  const key = text.trim();
  // Anything else would make the header throw an error that shows the whole value.
  if (!/^[\u0021-\u007E]+$/.test(key) || key.length > KEY_CHARS_MAX) {
    throw new KeyUnusableError('the key is empty, too long, or holds blanks or characters outside ASCII');
  }
  return key;
}
