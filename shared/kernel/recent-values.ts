/** Keeps at least the last `keptMin` keys and at most twice as many: two generations, evicting the older. */
export function recentValues<Value>(keptMin: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
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
