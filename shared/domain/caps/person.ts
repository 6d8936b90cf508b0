import { addCredits, type CreditsByWindow, type UsageTotals, type UserUsage } from '../ledger/usage-totals.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { sortedBy } from '../texts/compare-text.ts';

/** A user on the roster who can be capped, with all known use. */
export interface Person {
  readonly userId: string;
  /** In the roster's spelling, as it goes to the platform. */
  readonly email: string;
  readonly credits: CreditsByWindow;
  /** Some of their figures could not be read: their cap stays as it is. */
  readonly isUnreadable: boolean;
}

/** A user who has consumed credits, or may, and cannot be capped. */
export interface Uncappable {
  readonly userId: string;
  readonly reason: 'no-email' | 'email-shared' | 'not-on-roster';
  readonly creditsAtStake: CreditsByWindow;
  /** The team whose budgets the use counts against; absent for a user without a team. */
  readonly team?: string;
}

export interface People {
  readonly persons: readonly Person[];
  readonly uncappable: readonly Uncappable[];
}

/**
 * Brings the roster and the analytics together: by user id, and by email where the analytics know somebody under an
 * id that the roster does not. The platform identifies a limit by email alone, so people who share one cannot be
 * capped apart from each other.
 */
export function matchPeople(known: readonly KnownUser[], usage: UsageTotals): People {
  const current = known.filter((user) => user.goneSince === undefined);
  const owners = ownersByEmail(current);
  const knownIds = new Set(known.map((user) => user.userId));
  const strayByEmail = Map.groupBy(
    [...usage.users.values()].filter((stray) => stray.emailKey !== undefined && !knownIds.has(stray.userId)),
    (stray) => stray.emailKey ?? '',
  );

  const persons: Person[] = [];
  const uncappable: Uncappable[] = [];
  for (const user of current) {
    const key = user.email === undefined ? undefined : emailKey(user.email);
    const isAlone = key !== undefined && owners.get(key) === 1;
    const strays = isAlone ? (strayByEmail.get(key) ?? []) : [];
    const userIds = [user.userId, ...strays.map((stray) => stray.userId)];
    const credits = creditsOf(userIds, usage);
    if (user.email === undefined || !isAlone) {
      const reason = user.email === undefined ? 'no-email' : 'email-shared';
      uncappable.push({ userId: user.userId, reason, creditsAtStake: credits });
    } else {
      const isUnreadable = userIds.some((userId) => usage.unreadableUserIds.has(userId));
      persons.push({ userId: user.userId, email: user.email.trim(), credits, isUnreadable });
    }
  }
  return {
    persons: sortedBy(persons, userIdOf),
    uncappable: sortedBy([...uncappable, ...unknown(usage, knownIds, owners)], userIdOf),
  };
}

/** How many people have each email, in its matching form. */
function ownersByEmail(users: readonly KnownUser[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const { email } of users) {
    if (email !== undefined) {
      const key = emailKey(email);
      owners.set(key, (owners.get(key) ?? 0) + 1);
    }
  }
  return owners;
}

/**
 * Users who consumed and were never on the roster. Users who left it are not among them: they keep their last limit.
 */
function unknown(
  usage: UsageTotals,
  knownIds: ReadonlySet<string>,
  owners: ReadonlyMap<string, number>,
): readonly Uncappable[] {
  return [...usage.users.values()]
    .filter((user) => !knownIds.has(user.userId) && hasConsumed(user))
    .filter((user) => user.emailKey === undefined || owners.get(user.emailKey) !== 1)
    .map((user) => ({
      userId: user.userId,
      reason: user.emailKey === undefined ? ('no-email' as const) : ('not-on-roster' as const),
      creditsAtStake: user.credits,
    }));
}

function creditsOf(userIds: readonly string[], usage: UsageTotals): CreditsByWindow {
  const [first = {}, ...others] = userIds.map((userId) => usage.users.get(userId)?.credits ?? {});
  return others.reduce(addCredits, first);
}

function hasConsumed(user: UserUsage): boolean {
  return Object.values(user.credits).some((credits) => credits > 0);
}

function userIdOf({ userId }: { readonly userId: string }): string {
  return userId;
}

/** Why a user has no cap, in a sentence that includes the remedy. */
export function describeUncapped(reason: Uncappable['reason']): string {
  switch (reason) {
    case 'no-email':
      return 'they have no email, and the platform sets limits by email alone; give them one on the platform';
    case 'email-shared':
      return 'several users share this email, and the platform sets limits by email alone; give each their own';
    case 'not-on-roster':
      return 'they have consumed credits and are not on the roster of the platform; find out whose account it is';
  }
}
