import { isTimeZone } from '../kernel/time/time-zone.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';

/** Who there is to be notified. Emails are matched in their lower-case form and kept as given. */
export interface Routing {
  readonly admins: readonly string[];
  /** Notified in place of those who cannot be reached; the admins when empty. */
  readonly fallback: readonly string[];
  /** Addresses that bounced or complained, in their matching form. */
  readonly unreachable: ReadonlySet<string>;
  /** The users of the roster, where a run knows them; without it, a user's email is as it was observed. */
  readonly people?: RoutedPeople;
  /** An IANA name: that of readers of whom no other is known. UTC when absent. */
  readonly timeZone?: string;
  /** The address of the admin API, where people ask for more; absent where there is none. */
  readonly door?: string;
}

/** What the roster says of those who are notified. */
interface RoutedPeople {
  /** The one address of each user, by user id; absent for who left, has none or shares it. */
  readonly emails: ReadonlyMap<string, string>;
  /** Whose an address is, by its matching form: user ids, several where it is shared. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
  /** IANA names, by the matching form of the email; of those who have one. */
  readonly timeZones: ReadonlyMap<string, string>;
}

/** What a roster says of its users; `timeZoneKey` names the metadata that has a time zone. */
export function routedPeople(users: readonly KnownUser[], timeZoneKey?: string): RoutedPeople {
  const current = users.filter(({ goneSince }) => goneSince === undefined);
  const byAddress = Map.groupBy(current, ({ email = '' }) => emailKey(email));
  const alone = [...byAddress].flatMap(([key, [first, ...others]]) =>
    key === '' || first?.email === undefined || others.length > 0
      ? []
      : [{ key, user: first, email: first.email.trim() }],
  );
  return {
    emails: new Map(alone.map(({ user, email }) => [user.userId, email])),
    holders: new Map([...byAddress].map(([key, users]) => [key, users.map(({ userId }) => userId)])),
    timeZones: new Map(
      alone.flatMap(({ key, user }) => {
        const zone = timeZoneKey === undefined ? undefined : user.metadata?.[timeZoneKey];
        return zone !== undefined && isTimeZone(zone) ? [[key, zone] as const] : [];
      }),
    ),
  };
}

/** The time zone in which somebody reads a mail; undefined for UTC alone. */
export function timeZoneOf(email: string, { people, timeZone }: Routing): string | undefined {
  const zone = people?.timeZones.get(emailKey(email)) ?? timeZone;
  return zone === 'UTC' ? undefined : zone;
}

/**
 * The addresses that a notification for some people goes to, each once. Whoever cannot be reached is replaced by the
 * fallback list, and so is nobody at all: what is worth a notification reaches somebody.
 */
export function routeTo(emails: readonly string[], routing: Routing): readonly string[] {
  const reachable = emails.filter((email) => isReachable(email, routing));
  const isWhole = emails.length > 0 && reachable.length === emails.length;
  return distinct(isWhole ? reachable : [...reachable, ...substitutes(routing)]);
}

export function isReachable(email: string, { unreachable }: Routing): boolean {
  return !unreachable.has(emailKey(email));
}

function substitutes(routing: Routing): readonly string[] {
  const fallback = routing.fallback.filter((email) => isReachable(email, routing));
  return fallback.length > 0 ? fallback : routing.admins.filter((email) => isReachable(email, routing));
}

function distinct(emails: readonly string[]): readonly string[] {
  const byKey = new Map(emails.toReversed().map((email) => [emailKey(email), email]));
  return [...byKey.values()].toSorted();
}
