import { invariant } from '../invariant.ts';

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
