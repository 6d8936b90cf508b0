/** Compares two texts by code unit, as keys in a table are. */
export function compareText(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/** A copy of `items` ascending by the text that `keyOf` gives. */
export function sortedBy<T>(items: Iterable<T>, keyOf: (item: T) => string): readonly T[] {
  // Each key is made once: a sort asks for it some twenty times.
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ item }) => item);
}

/** Whether one of some texts holds what somebody looks for, in whatever case and however letters are composed. */
export function isMentioned(sought: string, texts: readonly (string | undefined)[]): boolean {
  const wanted = folded(sought.trim());
  return texts.some((text) => text !== undefined && folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
