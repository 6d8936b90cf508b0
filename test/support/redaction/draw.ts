/** Drawn values, the same for the same seed. */
export interface Draw {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  from<T>(values: readonly T[]): T;
  /** So many characters of an alphabet. */
  text(alphabet: string, length: number): string;
  bytes(count: number): readonly number[];
}

export const alphabets = {
  digits: '0123456789',
  hex: '0123456789abcdef',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  base64url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  signs: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&*+=?@^_~.',
} as const;

/** A generator of 32 bits (mulberry32), which is all that a test needs. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    from: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) {
        throw new RangeError('there is something to draw from');
      }
      return value;
    },
    text: (alphabet, length) => Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    bytes: (count) => Array.from({ length: count }, () => below(256)),
  };
}
