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

/** The chance that a standard normal draw is at most `z`, to seven digits. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  // The rational Chebyshev fit of the complementary error function, with a relative error below 1.2e-7 everywhere.
  const exponent = coefficients.reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  const tail = 0.5 * t * Math.exp(-x * x + exponent);
  return z >= 0 ? 1 - tail : tail;
}

const coefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

const quantileMax = 8;
const halvings = 60;

/** The quantile of the standard normal distribution; the chance is more than 0 and less than 1. */
export function normalQuantile(chance: number): number {
  invariant(chance > 0 && chance < 1, 'a chance is between 0 and 1');
  let low = -quantileMax;
  let high = quantileMax;
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < chance) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}
