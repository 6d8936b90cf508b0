import type { LimitRecord } from '../../limits/limit-record.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import { addDays, type Day } from '../../time/day.ts';
import type { Observation } from '../observation.ts';

/** For so many days after somebody left it matters who has their address. */
const goneDaysMin = 31;

/**
 * Addresses to which a limit of one user was sent, and that the roster now gives to another. The platform knows a limit
 * by its address alone: the limit is the other's by now, and so is the mailbox.
 */
export function observeAddresses(
  records: readonly LimitRecord[],
  users: readonly KnownUser[],
  today: Day,
): readonly Observation[] {
  const byId = new Map(users.map((user) => [user.userId, user]));
  const current = users.filter(({ email, goneSince }) => email !== undefined && goneSince === undefined);
  const byAddress = Map.groupBy(current, ({ email = '' }) => emailKey(email));
  return sortedBy(records, ({ userId }) => userId).flatMap(({ userId, email }) => {
    const before = byId.get(userId);
    const holders = (byAddress.get(emailKey(email)) ?? []).filter((user) => user.userId !== userId);
    const stillHas = before?.goneSince === undefined && emailKey(before?.email ?? '') === emailKey(email);
    const isLongGone = before?.goneSince !== undefined && before.goneSince <= addDays(today, -goneDaysMin);
    return before === undefined || stillHas || isLongGone || holders.length === 0
      ? []
      : [addressMovedObservation(email, before, holders)];
  });
}

function addressMovedObservation(address: string, before: KnownUser, holders: readonly KnownUser[]): Observation {
  const holderIds = holders.map(({ userId }) => userId).toSorted();
  return {
    topic: 'address-moved',
    key: before.userId,
    fingerprint: `${emailKey(address)}/${holderIds.join(',')}`,
    severity: 'medium',
    owners: [],
    notifiesAdmins: true,
    headline: `${address} was the address of user ${before.userId} and is now that of user ${holderIds.join(', ')}`,
    details: [
      `User ${before.userId} ${whereNow(before)}.`,
      'Nothing about the one is sent to that address any more: no limit, and no mail. The last limit that was sent to it counts in every pool of both until the figures show the end of it.',
    ],
    resolvesAfterNights: 1,
  };
}

function whereNow({ email, goneSince }: KnownUser): string {
  if (goneSince !== undefined) {
    return `left the roster on ${goneSince}`;
  }
  return email === undefined
    ? 'has no address now, so that no limit can be set for them: give them one on the platform'
    : `has ${email} now`;
}
