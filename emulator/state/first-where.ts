/** The first integer in [from, until) for which a monotone predicate holds; `until` when none. Bisects. */
export function firstWhere(from: number, until: number, holds: (at: number) => boolean): number {
  let low = from;
  let high = until;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
