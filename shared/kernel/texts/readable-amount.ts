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
