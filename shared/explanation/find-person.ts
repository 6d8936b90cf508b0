import type { Person } from '../caps/person.ts';
import type { Uncappable } from '../caps/uncapped.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { emailKey, nearEmails } from '../roster/email.ts';
import { followAddress, followedAddresses } from '../roster/followed-addresses.ts';
import type { KnownUser } from '../roster/person.ts';
import type { CapsSnapshot } from './snapshot.ts';

/** The person that a text means: an email in any case and spacing, a former one too, or a user id. */
export type FoundPerson =
  | { readonly kind: 'person'; readonly user: KnownUser; readonly person: Person }
  | { readonly kind: 'uncappable'; readonly user: KnownUser | undefined; readonly uncappable: Uncappable }
  | { readonly kind: 'left'; readonly user: KnownUser }
  | { readonly kind: 'nobody'; readonly near: readonly string[] };

const nearMax = 5;

const usersByEmail = keptWith((users: readonly KnownUser[]) =>
  Map.groupBy(users, ({ email }) => email && emailKey(email)),
);
const usersById = keptWith((users: readonly KnownUser[]) => Map.groupBy(users, ({ userId }) => userId));
const personsById = keptWith((persons: readonly Person[]) => new Map(persons.map((person) => [person.userId, person])));

/** Finds a user among all who are or were on the roster, or who consumed without being on it. */
export function findPerson(wanted: string, { users, people, usage }: CapsSnapshot): FoundPerson {
  const key = emailKey(followAddress(wanted, followedAddresses(users)));
  const isMeant = (userId: string, email: string | undefined): boolean =>
    userId === wanted.trim() || (email !== undefined && emailKey(email) === key);

  const meant = [...(usersById(users).get(wanted.trim()) ?? []), ...(usersByEmail(users).get(key) ?? [])];
  const user = meant.find(({ goneSince }) => goneSince === undefined) ?? meant[0];
  const person = personsById(people.persons).get(user?.userId ?? '');
  if (user !== undefined && person !== undefined) {
    return { kind: 'person', user, person };
  }
  const uncappable = people.uncappable.find(({ userId }) =>
    user === undefined ? isMeant(userId, usage.users.get(userId)?.emailKey) : userId === user.userId,
  );
  if (uncappable !== undefined) {
    return { kind: 'uncappable', user, uncappable };
  }
  return user === undefined
    ? { kind: 'nobody', near: nearEmails(wanted, emailsOf(users), nearMax) }
    : { kind: 'left', user };
}

function emailsOf(users: readonly KnownUser[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const { email } of users) {
    if (email !== undefined && !byKey.has(emailKey(email))) {
      byKey.set(emailKey(email), email.trim());
    }
  }
  return [...byKey.values()];
}
