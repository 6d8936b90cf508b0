import { invariant } from '../kernel/invariant.ts';

/** Returns the quantile of a non-empty list at a share of 0 to 1, interpolated between neighbours. */
export function quantileOf(values: readonly number[], share: number): number {
  invariant(values.length > 0 && share >= 0 && share <= 1, 'a quantile is that of some values, at a share of 0 to 1');
  // A typed array sorts numerically without a comparison function: this runs for every user, repeatedly.
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** Converts a median absolute deviation to the standard deviation of a normal distribution. */
const madToDeviation = 1.4826;

/** Returns a standard deviation robust against outliers, from the median absolute deviation. */
export function robustDeviationOf(values: readonly number[]): number {
  const middle = medianOf(values);
  return madToDeviation * medianOf(values.map((value) => Math.abs(value - middle)));
}

/** Returns the probability that a standard normal draw is at most `z`, to seven digits. */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  // Rational Chebyshev fit of the complementary error function; relative error below 1.2e-7 everywhere.
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

/** Returns the quantile of the standard normal distribution; the chance is strictly between 0 and 1. */
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
