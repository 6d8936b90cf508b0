/** Splits `items` in order into parts of at most `countMax` items, and of at most `bytesMax` where possible. */
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

/** Runs `work` for every item, at most `countMax` at a time. Stops at the first error. */
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
 * Yields `read(item)` in order while reading up to `aheadMax` further items. A failed read throws at its turn. Stopping
 * early leaves at most that many unused reads.
 */
export async function* readAhead<T, R>(
  aheadMax: number,
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  const begin = (item: T): void => {
    const reading = read(item);
    // The error is thrown where it is awaited; this prevents an unhandled rejection.
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
