import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { LedgerRow } from './ledger-day.ts';

/** Tells whose a row is: one under an id that the roster lacks belongs to the only user with its email, as for caps. */
export function rowOwners(known: readonly KnownUser[]): (row: Pick<LedgerRow, 'userId' | 'email'>) => string {
  // With the roster's own text of an id: rows have another, and for each of very many users only one stays in memory.
  const knownIds = new Map(known.map(({ userId }) => [userId, userId]));
  const current = known.filter(({ goneSince }) => goneSince === undefined);
  const byEmail = Map.groupBy(current, ({ email }) => (email === undefined ? undefined : emailKey(email)));
  return ({ userId, email }) => {
    const knownId = knownIds.get(userId);
    if (knownId !== undefined || email === null) {
      return knownId ?? userId;
    }
    const [owner, ...others] = byEmail.get(emailKey(email)) ?? [];
    // People who share an email cannot be distinguished by it.
    return owner === undefined || others.length > 0 ? userId : owner.userId;
  };
}
