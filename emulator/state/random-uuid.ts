import type { Random } from './random.ts';

/** A version 4 UUID drawn from the given source: the same source gives the same id. */
export function randomUuid(random: Random): string {
  const hex = randomHex(random, 32);
  const variant = random.pick(['8', '9', 'a', 'b']);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** `length` lower-case hexadecimal digits drawn from the given source. */
export function randomHex(random: Random, length: number): string {
  let hex = '';
  while (hex.length < length) {
    hex += random.integer(0, 0xffff).toString(16).padStart(4, '0');
  }
  return hex.slice(0, length);
}
