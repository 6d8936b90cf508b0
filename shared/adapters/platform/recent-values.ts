/** The values that were set last, by key. */
interface RecentValues<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Keeps at least the last `keptMin` keys and never more than twice as many: two generations, the older one goes first. */
export function recentValues<Value>(keptMin: number): RecentValues<Value> {
  let older = new Map<string, Value>();
  let newer = new Map<string, Value>();
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      newer.set(key, value);
      if (newer.size >= keptMin) {
        older = newer;
        newer = new Map();
      }
    },
  };
}
