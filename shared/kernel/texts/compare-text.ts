export function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/** Returns a copy of `items` sorted by the text that `keyOf` returns. */
export function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): readonly T[] {
  // Each key is computed once: a sort would need it about twenty times.
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ item }) => item);
}

/** Whether a text contains the sought one, regardless of case and Unicode composition. */
export function isMentioned(sought: string, texts: readonly (string | undefined)[]): boolean {
  const wanted = folded(sought.trim());
  return texts.some((text) => text !== undefined && folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
