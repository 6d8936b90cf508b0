/** Parts of `items`, in order, of at most `countMax` each, and of at most `bytesMax` where that can be. */
export function inChunks<T>(
  items: readonly T[],
  countMax: number,
  bytes?: { readonly of: (item: T) => number; readonly max: number },
): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let bytesInChunk = 0;
  for (const item of items) {
    const size = bytes?.of(item) ?? 0;
    const chunk = chunks.at(-1);
    const fits = chunk !== undefined && chunk.length < countMax && bytesInChunk + size <= (bytes?.max ?? Infinity);
    if (fits) {
      chunk.push(item);
      bytesInChunk += size;
    } else {
      chunks.push([item]);
      bytesInChunk = size;
    }
  }
  return chunks;
}

/** Runs `work` for every item, in order of beginning, at most `countMax` at a time. Ends at the first error. */
export async function eachAtMost<T>(
  countMax: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: Math.min(countMax, items.length) }, async () => {
    for (const item of queue) {
      await work(item);
    }
  });
  await Promise.all(workers);
}

/**
 * What `read` gives for each item, in order, while up to `aheadMax` of the items that follow are read. A failed read
 * is raised at its turn. Whoever ends early leaves at most that many reads whose result nobody takes.
 */
export async function* readAhead<T, R>(
  aheadMax: number,
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  const begin = (item: T): void => {
    const reading = read(item);
    // Raised where it is awaited, and unheard where nobody does.
    reading.catch(() => undefined);
    begun.push(reading);
  };
  items.slice(0, aheadMax).forEach(begin);
  for (const index of items.keys()) {
    const next = items[index + aheadMax];
    if (next !== undefined) {
      begin(next);
    }
    yield await (begun.shift() as Promise<R>);
  }
}
