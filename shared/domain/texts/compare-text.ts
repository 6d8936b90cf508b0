/** Compares two texts by code unit, as keys in a table are. */
export function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/** A copy of `items` ascending by the text that `keyOf` gives. */
export function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => compareText(keyOf(a), keyOf(b)));
}
