import { env } from 'node:process';

/** A short fixed set of cases in `npm test`; a long one with a fresh seed, printed on failure, when soaking. */
export const isSoak = env['CURFEW_SOAK'] !== undefined && env['CURFEW_SOAK'] !== '';

const soakFactor = 50;

/** How often fast-check tries a property of the world. */
export function rounds(count: number): { readonly numRuns: number; readonly seed?: number } {
  return isSoak ? { numRuns: count * soakFactor } : { numRuns: count, seed: 20_260_114 };
}

export const roundsTimeoutMs = isSoak ? 3_600_000 : 120_000;
