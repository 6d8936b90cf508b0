const KEY_CHARS_MAX = 16_384;

/** The key of calls, read on first use and cached until the platform refuses it. */
export interface BearerKey {
  current(): Promise<string>;
  /** Reads the key again, unless another call has done so since `refused` was in use. */
  afterRefusal(refused: string): Promise<string>;
}

/** The key is unreadable or malformed. The message never holds any of it. */
export class KeyUnusableError extends Error {
  override readonly name = 'KeyUnusableError';
}

/** Caches what `readKey` returns (an API key or a JWT). Concurrent calls share one read. */
export function bearerKey(readKey: () => Promise<string>): BearerKey {
  let reading: Promise<string> | undefined;
  const read = (): Promise<string> => {
    const mine = Promise.resolve().then(readKey).then(usableKey);
    reading = mine;
    // A failed read is not cached: the next call may succeed. Every awaiting caller gets the failure.
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
      // Of all calls refused with one key, the first discards it and the others get its successor.
      return key === refused && reading === known ? read() : current();
    },
  };
}

function usableKey(text: string): string {
  const key = text.trim();
  // Any other character would make the header throw an error that shows the value.
  if (!/^[\u0021-\u007E]+$/.test(key) || key.length > KEY_CHARS_MAX) {
    throw new KeyUnusableError('the key is empty, too long, or holds blanks or characters outside ASCII');
  }
  return key;
}
