import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { addDays, type Day, dayText } from '../../kernel/time/day.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import { observationOf, type Observation } from '../observation.ts';

/** For this many days after a user left it matters who has their address. */
const goneDaysMin = 31;

/** Observes limits at addresses that the roster now gives to another user, whose limit they now are. */
export function observeAddresses(
  records: readonly LimitRecord[],
  users: readonly KnownUser[],
  today: Day,
): readonly Observation[] {
  const byId = usersById(users);
  const current = users.filter(({ email, goneSince }) => email !== undefined && goneSince === undefined);
  const byAddress = Map.groupBy(current, ({ email = '' }) => emailKey(email));
  return sortedBy(sentElsewhere(records, byId), ({ userId }) => userId).flatMap(({ userId, email }) => {
    const before = byId.get(userId);
    const holders = (byAddress.get(emailKey(email)) ?? []).filter((user) => user.userId !== userId);
    const isLongGone = before?.goneSince !== undefined && before.goneSince <= addDays(today, -goneDaysMin);
    return before === undefined || isLongGone || holders.length === 0
      ? []
      : [addressMovedObservation(email, before, holders)];
  });
}

/** Records of limits sent to an address that the roster does not give to their user: very few. */
export function recordsElsewhere(records: readonly LimitRecord[], users: readonly KnownUser[]): readonly LimitRecord[] {
  return sentElsewhere(records, usersById(users));
}

function sentElsewhere(records: readonly LimitRecord[], byId: ReadonlyMap<string, KnownUser>): readonly LimitRecord[] {
  return records.filter(({ userId, email }) => {
    const user = byId.get(userId);
    return user?.goneSince !== undefined || emailKey(user?.email ?? '') !== emailKey(email);
  });
}

function usersById(users: readonly KnownUser[]): ReadonlyMap<string, KnownUser> {
  return new Map(users.map((user) => [user.userId, user]));
}

function addressMovedObservation(address: string, before: KnownUser, holders: readonly KnownUser[]): Observation {
  const holderIds = holders.map(({ userId }) => userId).toSorted();
  return observationOf({
    topic: 'address-moved',
    key: before.userId,
    fingerprint: `${emailKey(address)}/${holderIds.join(',')}`,
    severity: 'medium',
    headline: `${address} was the address of user ${before.userId} and is now that of user ${holderIds.join(', ')}`,
    details: [
      `User ${before.userId} ${whereNow(before)}.`,
      'Nothing about the one is sent to that address any more: no limit, and no mail. The last limit that was sent to it counts in every pool of both until the figures show the end of it.',
    ],
  });
}

function whereNow({ email, goneSince }: KnownUser): string {
  if (goneSince !== undefined) {
    return `left the roster on ${dayText(goneSince)}`;
  }
  return email === undefined
    ? 'has no address now, so that no limit can be set for them: give them one on the platform'
    : `has ${email} now`;
}
