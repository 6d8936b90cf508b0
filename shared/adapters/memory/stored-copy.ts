import { invariant } from '../../domain/invariant.ts';

/**
 * A deep copy as a table would give it back: no shared references, no undefined properties.
 * Refuses what the table refuses too: numbers that are not finite, and integers that are not exact.
 */
export function storedCopy<T>(value: T): T {
  return copyOf(structuredClone(value)) as T;
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
    const kept = Object.entries(value).filter(([, part]) => part !== undefined);
    return Object.fromEntries(kept.map(([name, part]) => [name, copyOf(part)]));
  }
  return value;
}
