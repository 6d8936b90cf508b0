const GENERATION_KEYS_MAX = 100_000;

/** Remembers at least the last 100,000 keys and never more than twice as many, however long a list goes on. */
export interface RecentKeys {
  /** Remembers `key`; true when it was remembered already. */
  seenBefore(key: string): boolean;
}

export function recentKeys(): RecentKeys {
  let older = new Set<string>();
  let newer = new Set<string>();
  return {
    seenBefore(key) {
      const seen = newer.has(key) || older.has(key);
      newer.add(key);
      if (newer.size >= GENERATION_KEYS_MAX) {
        older = newer;
        newer = new Set();
      }
      return seen;
    },
  };
}
