export interface SeenDay {
  readonly hintedCredits: number;
  readonly billedCredits: number;
}

const daysToHalf = 10;
const coverageMin = 0.1;

/** Returns the observed share of use: 1 while nothing is known. Days ascend, with a half-life of ten days. */
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
