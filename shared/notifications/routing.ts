import type { ChannelTerms } from '../channels/channel.ts';
import { isTimeZone } from '../kernel/time/time-zone.ts';
import type { TroubledRecipient } from '../mail/recipient.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';

/** Who can be notified. Emails are matched in lower case and kept as given. */
export interface Routing {
  readonly admins: readonly string[];
  readonly fallback: readonly string[];
  /** Addresses that bounced or complained, in their matching form. */
  readonly unreachable: ReadonlySet<string>;
  /** The users of the roster, if a run knows them; without it, a user's email is the observed one. */
  readonly people?: RoutedPeople;
  readonly timeZone?: string;
  readonly door?: string;
  readonly console?: string;
  /** The channels of the organization: each gets the alerts that it wants. */
  readonly channels?: readonly ChannelTerms[];
}

/** Who can be notified, and the addresses that mail does not reach, with the reason. */
export interface KnownRouting extends Routing {
  readonly troubled: readonly TroubledRecipient[];
}

interface RoutedPeople {
  /** The one address of each user, by user id; absent for users who left, have none or share it. */
  readonly emails: ReadonlyMap<string, string>;
  /** User ids of an address, by its matching form; several if shared. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
  readonly timeZones: ReadonlyMap<string, string>;
}

/** Returns routing data of a roster; `timeZoneKey` names the metadata with a time zone. */
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

/** Returns the time zone for a recipient's mail; undefined for UTC alone. */
export function timeZoneOf(email: string, { people, timeZone }: Routing): string | undefined {
  const zone = people?.timeZones.get(emailKey(email)) ?? timeZone;
  return zone === 'UTC' ? undefined : zone;
}

/** Returns a notification's addresses, each once. The fallback list replaces unreachable or missing ones. */
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
