import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

export interface Random {
  /** In [0, 1). */
  float(): number;
  /** `min` to `max`, inclusive. */
  integer(min: number, max: number): number;
  /** The list must not be empty. */
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
  normal(): number;
}

class KeyedRandom implements Random {
  readonly #generator: RandomGenerator;

  constructor(generator: RandomGenerator) {
    this.#generator = generator;
  }

  float(): number {
    return uniformFloat64(this.#generator);
  }

  integer(min: number, max: number): number {
    return uniformInt(this.#generator, min, max);
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) {
      throw new RangeError('a list to pick from has at least one item');
    }
    return list[this.integer(0, list.length - 1)] as T;
  }

  chance(probability: number): boolean {
    return this.float() < probability;
  }

  normal(): number {
    // Box-Muller; 1 - float keeps the logarithm away from zero.
    return Math.sqrt(-2 * Math.log(1 - this.float())) * Math.cos(2 * Math.PI * this.float());
  }
}

/** The stream of a seed and label path, so that any user or (user, day) is generated independently. */
export function randomOf(seed: number, ...labels: readonly (string | number)[]): Random {
  let low = mixed(0x9e3779b9, seed);
  let high = mixed(0x85ebca6b, ~seed);
  for (const label of labels) {
    if (typeof label === 'number') {
      low = mixed(low, label | 0);
      high = mixed(high, Math.floor(label / 0x1_0000_0000) ^ label);
    } else {
      for (let index = 0; index < label.length; index += 1) {
        low = mixed(low, label.charCodeAt(index));
        high = mixed(high, label.charCodeAt(index) + index);
      }
      // The length ends a word, so that 'ab','c' and 'a','bc' differ.
      high = mixed(high, ~label.length);
    }
  }
  // The last word is odd: an all-zero state would never change.
  return new KeyedRandom(xoroshiro128plusFromState([low, high, mixed(low, high), mixed(high, low) | 1]));
}

/** One round of murmur's finalizer. */
function mixed(hash: number, word: number): number {
  let next = Math.imul(hash ^ word, 0x85ebca6b);
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
  return ((next ^ (next >>> 16)) + 0x6d2b79f5) | 0;
}

/** A version 4 UUID from the given source. */
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

export function randomHex(random: Random, length: number): string {
  let hex = '';
  while (hex.length < length) {
    hex += random.integer(0, 0xffff).toString(16).padStart(4, '0');
  }
  return hex.slice(0, length);
}
