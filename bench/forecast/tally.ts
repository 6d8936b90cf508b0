import type { Expected } from './methods.ts';

/** Sums of shares of what the organization used in the window, so that each organization counts the same. */
export interface Tally {
  actualShare: number;
  straightWrongShare: number;
  seasonalWrongShare: number;
  oursWrongShare: number;
  withinRange: number;
  count: number;
}

/** Errors as shares of what was really used. */
export interface ErrorShares {
  readonly straightErrorShare: number;
  readonly seasonalErrorShare: number;
  readonly oursErrorShare: number;
  /** Ours over that of the straight line. */
  readonly ratio: number;
  /** How often the truth lay in our range of 10 to 90 %. */
  readonly inRangeShare: number;
}

export function emptyTally(): Tally {
  return { actualShare: 0, straightWrongShare: 0, seasonalWrongShare: 0, oursWrongShare: 0, withinRange: 0, count: 0 };
}

/** Counts one forecast; `all` is what the whole organization used. */
export function addForecast(tally: Tally, expected: Expected, { actual, all }: { actual: number; all: number }): void {
  tally.actualShare += actual / all;
  tally.straightWrongShare += Math.abs(expected.straight - actual) / all;
  tally.seasonalWrongShare += Math.abs(expected.seasonal - actual) / all;
  tally.oursWrongShare += Math.abs(expected.ours - actual) / all;
  tally.withinRange += Number(expected.low <= actual && actual <= expected.high);
  tally.count += 1;
}

export function errorSharesOf(tally: Tally): ErrorShares {
  return {
    straightErrorShare: tally.straightWrongShare / tally.actualShare,
    seasonalErrorShare: tally.seasonalWrongShare / tally.actualShare,
    oursErrorShare: tally.oursWrongShare / tally.actualShare,
    ratio: tally.oursWrongShare / tally.straightWrongShare,
    inRangeShare: tally.withinRange / tally.count,
  };
}
