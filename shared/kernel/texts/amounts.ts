import type { Day } from '../time/day.ts';

/** Formats an integer in groups of three, independent of the locale: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/gu, ',');
}

const units = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** Formats credits in three digits, readable as an amount: `66M`, `1.25M`, `250k`, `999`. */
export function rounded(credits: number): string {
  const round = Number(credits.toPrecision(3));
  const [unit, size] = units.find(([, least]) => Math.abs(round) >= least) ?? ['', 1];
  return `${Number((round / size).toPrecision(3))}${unit}`;
}

/** Formats a count: `1 team`, `2 teams`, `1,000 teams`. An irregular plural is given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** The whole percent of an amount above 0 that is used, rounded down: no line is said to be reached before it is. */
export function usedPercent(usedCredits: number, amountCredits: number): number {
  return Math.floor((usedCredits * 100) / amountCredits);
}

/** Returns the smallest amount of two digits and zeros that is not below some credits: 1,234,567 gives 1,300,000. */
export function readableAbove(credits: number): number {
  const rest = credits % stepOf(credits);
  return rest === 0 ? credits : Math.min(Number.MAX_SAFE_INTEGER, credits - rest + stepOf(credits));
}

/** Returns the largest such amount that is not above them. */
export function readableBelow(credits: number): number {
  return credits - (credits % stepOf(credits));
}

function stepOf(credits: number): number {
  return 10 ** Math.max(0, String(credits).length - 2);
}

/** The top-up a person needs to work as usual, in credits: rounded up to two digits, for readability. */
export interface AmountNeeded {
  /** Through today; 0 if enough remains. */
  readonly todayCredits: number;
  /** Through the last day of the window; never less. */
  readonly windowCredits: number;
  readonly through: Day;
  /** What others and they have used of a shared budget beyond what it gives: no part of what they need. Absent for none. */
  readonly poolOverCredits?: number | undefined;
}

/** The same as documents of the admin API say it; null for nothing. */
export function neededDocument(needed: AmountNeeded | undefined) {
  if (needed === undefined) {
    return null;
  }
  const { todayCredits: today, windowCredits: window, through, poolOverCredits: poolOver = 0 } = needed;
  return { today, window, through, poolOver };
}

/** The inverse of `neededDocument`. */
export function neededIn(document: NonNullable<ReturnType<typeof neededDocument>>): AmountNeeded {
  const { today: todayCredits, window: windowCredits, through, poolOver } = document;
  return { todayCredits, windowCredits, through, ...(poolOver > 0 && { poolOverCredits: poolOver }) };
}
