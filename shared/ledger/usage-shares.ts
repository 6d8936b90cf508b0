import { compareText } from '../kernel/texts/compare-text.ts';

export interface UsageShare {
  readonly userId: string;
  /** In the roster's spelling, or the report's; absent when neither has one. */
  readonly email?: string;
  readonly credits: number;
  readonly share: number;
}

/** Returns every user's part of the total, descending. `credits` and `emails` are by user id. */
export function usageShares(
  credits: ReadonlyMap<string, number>,
  emails: ReadonlyMap<string, string>,
): readonly UsageShare[] {
  const total = [...credits.values()].reduce((sum, used) => sum + used, 0);
  return [...credits]
    .map(([userId, used]) => {
      const email = emails.get(userId);
      return {
        userId,
        ...(email === undefined ? {} : { email }),
        credits: used,
        share: total === 0 ? 0 : used / total,
      };
    })
    .toSorted((a, b) => b.credits - a.credits || compareText(a.userId, b.userId));
}
