import { invariant } from '../invariant.ts';

/** The quantile of a list at a share of 0 to 1, interpolated between neighbours. The list is not empty. */
export function quantileOf(values: readonly number[], share: number): number {
  invariant(values.length > 0 && share >= 0 && share <= 1, 'a quantile is that of some values, at a share of 0 to 1');
  // Sorted as numbers in one go, without a comparison in between: this is done for every user, again and again.
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** What the median distance to the median is multiplied with to equal the standard deviation of normal draws. */
const madToDeviation = 1.4826;

/** The spread of a list as a standard deviation that outliers do not move: the median distance to the median. */
export function robustDeviationOf(values: readonly number[]): number {
  const middle = medianOf(values);
  return madToDeviation * medianOf(values.map((value) => Math.abs(value - middle)));
}
