import type { Clock } from '../runs/ports.ts';

interface KeptTerms {
  readonly clock: Clock;
  readonly keptMs: number;
  /** Of so many at most; the one that was asked for first goes first. */
  readonly countMax: number;
}

/** Reads a value by its key, and gives the same for a time. Whoever asks while it is read waits for that reading. */
export function keptForATime<T>(
  { clock, keptMs, countMax }: KeptTerms,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, { readonly value: Promise<T>; readonly untilMs: number }>();
  return async (key) => {
    const found = kept.get(key);
    if (found !== undefined && clock.now() < found.untilMs) {
      return found.value;
    }
    const value = read(key);
    kept.delete(key);
    kept.set(key, { value, untilMs: clock.now() + keptMs });
    // What failed is read again by the next who asks.
    value.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > countMax && oldest !== undefined) {
      kept.delete(oldest);
    }
    return value;
  };
}
