import type { DemandSummary, SizeSums } from './demand-history.ts';

/** Demand on working days as a log-logistic distribution: a location for each user, one spread for all. */
interface DaySizes {
  readonly locations: readonly number[];
  readonly spread: number;
}

export type WorkDays = Pick<DemandSummary, 'sizes' | 'stopped'>;

/** Weight of the organization's location beside a user's own working days. */
const ownWeight = 1.5;
/** Prior variance of logarithms, and its weight in days. */
const usualVariance = 0.8;
const usualWeight = 3;
const spreadMin = 0.25;
const passes = 3;
/** The standard deviation of a logistic distribution of spread 1. */
const logisticDeviation = Math.PI / Math.sqrt(3);
/** The estimate for a stopped day is at most e³ times its consumption. */
const riseMax = 3;

/**
 * Estimates the sizes of working days. A stopped day counts with its conditional mean, given that demand was at least
 * its consumption. As that depends on the estimate, it takes a few passes (expectation maximization).
 */
export function daySizes(everybody: readonly WorkDays[]): DaySizes {
  let spread = Math.sqrt(usualVariance) / logisticDeviation;
  // Without an estimated location, each stopped day is first extended by one spread.
  let sums = everybody.map((own) => sumsOf(own, { location: -Infinity, spread }));
  let organization = meanOf(sums);
  let locations = sums.map((own) => shrunkTo(organization, own));
  for (let pass = 0; pass < passes; pass += 1) {
    const [before, spreadBefore] = [locations, spread];
    sums = everybody.map((own, user) => sumsOf(own, { location: before[user] ?? 0, spread: spreadBefore }));
    spread = spreadOf(sums, before);
    organization = middleOfUsers(sums);
    locations = sums.map((own) => shrunkTo(organization, own));
  }
  return { locations, spread };
}

function sumsOf(
  { sizes, stopped }: WorkDays,
  estimate: { readonly location: number; readonly spread: number },
): SizeSums {
  if (stopped.length === 0) {
    return sizes;
  }
  let { weight, logs, squares } = sizes;
  for (const day of stopped) {
    const log = day.log + riseBeyond(day.log - estimate.location, estimate.spread);
    weight += day.weight;
    logs += day.weight * log;
    squares += day.weight * log * log;
  }
  return { weight, logs, squares };
}

/** The mean excess of a logistic distribution over a bound at this distance above its location. */
function riseBeyond(distance: number, spread: number): number {
  const scaled = distance / spread;
  // Far above the location the rise is the spread itself, and the formula would be 0 times infinity.
  const rise = scaled > 30 ? spread : spread * Math.log1p(Math.exp(-scaled)) * (1 + Math.exp(scaled));
  return Math.min(riseMax, rise);
}

function shrunkTo(organization: number, { weight, logs }: SizeSums): number {
  return (logs + ownWeight * organization) / (weight + ownWeight);
}

function meanOf(sums: readonly SizeSums[]): number {
  const weight = sums.reduce((sum, own) => sum + own.weight, 0);
  return weight === 0 ? 0 : sums.reduce((sum, own) => sum + own.logs, 0) / weight;
}

/** The mean of the users' means. Users with more working days weigh more, up to the weight of one user. */
function middleOfUsers(sums: readonly SizeSums[]): number {
  let total = 0;
  let weights = 0;
  for (const { weight, logs } of sums) {
    total += logs / (weight + 1);
    weights += weight / (weight + 1);
  }
  return weights === 0 ? 0 : total / weights;
}

function spreadOf(sums: readonly SizeSums[], locations: readonly number[]): number {
  let squares = usualVariance * usualWeight;
  let weights = usualWeight;
  sums.forEach((own, user) => {
    const location = locations[user] ?? 0;
    squares += own.squares - 2 * location * own.logs + location * location * own.weight;
    weights += own.weight;
  });
  return Math.max(spreadMin, Math.sqrt(squares / weights) / logisticDeviation);
}
