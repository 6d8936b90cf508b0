import { invariant, InvariantError } from '../../domain/invariant.ts';

/**
 * A deep copy as a table would give it back: no shared references, no undefined properties.
 * Refuses what the table refuses too: numbers that are not finite, integers that are not exact, and what is no plain data.
 */
export function storedCopy<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number': {
      const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
      invariant(isExact, 'a stored number is finite, and exact when it is an integer');
      return value;
    }
    case 'object':
      return value === null ? null : Array.isArray(value) ? value.map(copyOf) : copyOfObject(value);
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new InvariantError('a stored value is plain data');
  }
}

/** Entry by entry is several times as slow, and worlds and benchmarks copy millions of them. */
function copyOfObject(value: object): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const part: unknown = Reflect.get(value, name);
    if (part !== undefined) {
      const own = copyOf(part);
      if (name === '__proto__') {
        Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
      } else {
        copy[name] = own;
      }
    }
  }
  return copy;
}
