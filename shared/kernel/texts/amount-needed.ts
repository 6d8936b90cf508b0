import { dayAndMonth, type Day } from '../time/day.ts';
import { grouped } from './grouped.ts';

/** The top-up a person needs to work as usual, in credits: rounded up to two digits, for readability. */
export interface AmountNeeded {
  /** Through today; 0 if enough remains. */
  readonly todayCredits: number;
  /** Through the last day of the window; never less. */
  readonly windowCredits: number;
  readonly through: Day;
}

/** `about 76,000 credits to work today, 140,000 to work as usual through 30 Nov`. */
export function describeNeeded({ todayCredits, windowCredits, through }: AmountNeeded): string {
  const asUsual = `to work as usual through ${dayAndMonth(through)}`;
  return todayCredits === 0 || todayCredits === windowCredits
    ? `about ${grouped(windowCredits)} credits ${asUsual}`
    : `about ${grouped(todayCredits)} credits to work today, ${grouped(windowCredits)} ${asUsual}`;
}
