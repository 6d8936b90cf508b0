import type { LimitInForce } from '../pools/exposure/limit-in-force.ts';

interface Expected {
  readonly usualCredits: number;
  readonly usedCredits: number;
  readonly limits: readonly LimitInForce[];
}

/** Returns the largest expected total of a day: for each user the usual credits, or less if the limit allows less. */
export function expectedCredits(users: readonly Expected[]): number {
  return Math.floor(users.reduce((sum, user) => sum + Math.min(user.usualCredits, allowedOf(user)), 0));
}

function allowedOf({ usedCredits, limits }: Expected): number {
  const highest = limits.reduce((most, { limitCredits }) => Math.max(most, limitCredits), -Infinity);
  return limits.length === 0 ? Infinity : Math.max(0, highest - usedCredits);
}
