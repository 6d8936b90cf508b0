/**
 * The first integer from `from` to before `until` for which something holds that, once it holds, holds for all later
 * ones; `until` when it holds for none. By bisection: a long list or a long day costs a few looks.
 */
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
