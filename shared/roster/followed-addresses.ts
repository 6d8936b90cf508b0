import { keptWith } from '../kernel/kept-with.ts';
import { emailKey } from './email.ts';
import type { KnownUser } from './person.ts';

interface FollowedAddress {
  readonly to: string;
  readonly at: string;
}

export type FollowedAddresses = ReadonlyMap<string, FollowedAddress>;

interface GivenUp {
  readonly user: KnownUser;
  readonly at: string;
}

/**
 * Finds former addresses and their people's current ones. A row is for the person who has its address; while no one has
 * it, for the last holder. For an account that left, the current holder of its last address replaces it: a rebuilt
 * directory gives every address to a new account.
 */
export const followedAddresses = keptWith((users: readonly KnownUser[]): FollowedAddresses => {
  if (!users.some(({ events }) => events?.some(({ kind }) => kind === 'email-changed') === true)) {
    return new Map();
  }
  const held = new Set(
    users.flatMap(({ email, goneSince }) => (email === undefined || goneSince !== undefined ? [] : [emailKey(email)])),
  );
  const lastHolder = lastHolders(users);
  const followed = new Map<string, FollowedAddress>();
  for (const [address, { at }] of lastHolder) {
    const to = held.has(address) ? undefined : placeOf(address, { held, lastHolder });
    if (to !== undefined) {
      followed.set(address, { to, at });
    }
  }
  return followed;
});

function lastHolders(users: readonly KnownUser[]): ReadonlyMap<string, GivenUp> {
  const last = new Map<string, GivenUp>();
  const giveUp = (email: string, given: GivenUp): void => {
    const known = last.get(emailKey(email));
    if (known === undefined || rankOf(known) < rankOf(given)) {
      last.set(emailKey(email), given);
    }
  };
  for (const user of users) {
    for (const { kind, at, emailBefore } of user.events ?? []) {
      if (kind === 'email-changed' && emailBefore !== undefined) {
        giveUp(emailBefore, { user, at });
      }
    }
    if (user.goneSince !== undefined && user.email !== undefined) {
      const left = user.events?.findLast(({ kind }) => kind === 'left')?.at;
      giveUp(user.email, { user, at: left ?? `${user.goneSince}T00:00:00.000Z` });
    }
  }
  return last;
}

/** Of two users who gave up an address at once, a current one comes first. */
function rankOf({ user, at }: GivenUp): string {
  return `${at} ${user.goneSince === undefined ? 1 : 0} ${user.userId}`;
}

function placeOf(
  address: string,
  { held, lastHolder }: { readonly held: ReadonlySet<string>; readonly lastHolder: ReadonlyMap<string, GivenUp> },
): string | undefined {
  const seen = new Set<string>();
  let place: string | undefined = address;
  while (place !== undefined && !held.has(place) && !seen.has(place)) {
    seen.add(place);
    const email: string | undefined = lastHolder.get(place)?.user.email;
    place = email === undefined ? undefined : emailKey(email);
  }
  return place !== undefined && held.has(place) ? place : undefined;
}

export function followAddress(address: string, followed: FollowedAddresses): string {
  return followed.get(emailKey(address))?.to ?? address;
}

/** Returns the former addresses of an address's holder, latest first; both in their matching form. */
export function formerAddresses(address: string, followed: FollowedAddresses): readonly string[] {
  return [...followed]
    .filter(([, { to }]) => to === emailKey(address))
    .toSorted(([, a], [, b]) => Number(a.at < b.at) - Number(a.at > b.at))
    .map(([former]) => former);
}
