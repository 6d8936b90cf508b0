/** What was seen and what was billed on one day, of the users who are seen at all. */
export interface SeenDay {
  readonly hintedCredits: number;
  readonly billedCredits: number;
}

const daysToHalf = 10;
const coverageMin = 0.1;

/**
 * Which share of the use of users who are seen is seen: 1 while nothing is known. The last day comes last; the weight of
 * a day is halved every ten days.
 */
export function coverageOf(days: readonly SeenDay[]): number {
  let hintedCredits = 0;
  let billedCredits = 0;
  days.forEach((day, index) => {
    const weight = 2 ** ((index + 1 - days.length) / daysToHalf);
    hintedCredits += weight * day.hintedCredits;
    billedCredits += weight * day.billedCredits;
  });
  return billedCredits <= 0 ? 1 : Math.min(1, Math.max(coverageMin, hintedCredits / billedCredits));
}
