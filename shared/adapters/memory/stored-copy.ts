import { invariant } from '../../domain/invariant.ts';

/**
 * A deep copy as a table would give it back: no shared references, no undefined properties.
 * Refuses what the table refuses too: numbers that are not finite, integers that are not exact, and what is no plain data.
 */
export function storedCopy<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'number') {
    const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
    invariant(isExact, 'a stored number is finite, and exact when it is an integer');
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(copyOf);
  }
  if (typeof value === 'object' && value !== null) {
    const kept: [name: string, part: unknown][] = [];
    for (const [name, part] of Object.entries(value)) {
      if (part !== undefined) {
        kept.push([name, copyOf(part)]);
      }
    }
    return Object.fromEntries(kept);
  }
  invariant(!notData.has(typeof value), 'a stored value is plain data');
  return value;
}

const notData: ReadonlySet<string> = new Set(['function', 'symbol', 'bigint']);
