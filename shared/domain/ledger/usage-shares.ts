import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { LedgerRow } from './ledger-day.ts';

/** What one user consumed in a span of days. */
export interface UsageShare {
  readonly userId: string;
  /** In the roster's spelling, or that of the report; absent when neither has one. */
  readonly email?: string;
  readonly credits: number;
  /** Part of what everybody consumed, 0 to 1; 0 when nobody consumed anything. */
  readonly share: number;
}

/** Tells whose a row of the ledger is: reports under an id that the roster lacks belong to the user with that email. */
export function ownerOfRow(users: readonly KnownUser[]): (row: Pick<LedgerRow, 'userId' | 'email'>) => string {
  const known = new Set(users.map(({ userId }) => userId));
  const current = users.filter((user) => user.goneSince === undefined && user.email !== undefined);
  const byEmail = Map.groupBy(current, (user) => emailKey(user.email ?? ''));
  return ({ userId, email }) => {
    const owners = known.has(userId) || email === null ? [] : (byEmail.get(emailKey(email)) ?? []);
    // People who share an email cannot be told apart by it.
    return (owners.length === 1 ? owners[0]?.userId : undefined) ?? userId;
  };
}

/** Every user's part of what was consumed, the most first. `credits` and `emails` are by user id. */
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
    .toSorted((a, b) => b.credits - a.credits || (a.userId < b.userId ? -1 : 1));
}
