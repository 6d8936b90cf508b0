import { dayOf, earliestDay, latestDay, type Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';

export interface Stray {
  /** In the order of the rows, in lower case; empty if there never was one. */
  readonly emails: readonly string[];
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Use that may belong to any of some users: an unknown id whose email changed hands. */
export interface DoubtfulUse {
  /** It may also belong to a person whom no reading showed with its email, and so to any team. */
  readonly isOfOthers?: true;
  readonly holderIds: readonly string[];
  readonly through: Day;
}

/**
 * Returns the use under strays' ids that cannot be attributed to one user: more than one had its emails until the last
 * day on which one of them changed, or the holder is ambiguous. `owners`: the assumed user. Without an email it may
 * belong to each user without an email and without use under the own id. If no user ever had the email, the use is
 * outside the roster and not in doubt. Of several ids of one user, all but the last may belong to accounts that ended
 * before any reading; `together`: ids that count as one account.
 */
export function doubtfulUse(
  strays: ReadonlyMap<string, Stray>,
  {
    known,
    usedIds,
    owners,
    together,
  }: {
    readonly known: readonly KnownUser[];
    readonly usedIds: ReadonlySet<string>;
    readonly owners: ReadonlyMap<string, string>;
    readonly together: ReadonlyMap<string, string>;
  },
): readonly DoubtfulUse[] {
  const byEmail = strays.size === 0 ? new Map<string, readonly KnownUser[]>() : holdersByEmail(known);
  const idsOf = Map.groupBy(together.keys(), (userId) => together.get(userId));
  const nameless = known.filter(({ userId, email }) => email === undefined && !usedIds.has(userId));
  return [...strays].flatMap(([userId, { emails, firstDay, lastDay }]) => {
    const ofEmails = emails.flatMap((email) => byEmail.get(email) ?? []);
    const holders = [...new Set(emails.length === 0 ? nameless : ofEmails)];
    const [changed = firstDay, ...others] = holders.flatMap(changesOf);
    const settled = latestDay(changed, ...others);
    const isLeftBehind = wasLeftBefore(lastDay, emails.at(-1), holders);
    const isFollowed = (idsOf.get(together.get(userId)) ?? []).some(
      (other) => other !== userId && (strays.get(other)?.lastDay ?? '') >= lastDay,
    );
    const isTold = owners.has(userId) && !isLeftBehind && !(together.has(userId) && isFollowed);
    if (holders.length === 0 || (holders.length === 1 && isTold)) {
      return [];
    }
    const through = isTold ? earliestDay(lastDay, settled) : lastDay;
    const holderIds = holders.map((holder) => holder.userId);
    return firstDay <= through ? [{ holderIds, through, ...(isLeftBehind && { isOfOthers: true as const }) }] : [];
  });
}

function holdersByEmail(known: readonly KnownUser[]): ReadonlyMap<string, readonly KnownUser[]> {
  const holders = new Map<string, KnownUser[]>();
  for (const user of known) {
    const emails = [user.email, ...(user.events ?? []).map(({ emailBefore }) => emailBefore)];
    for (const email of new Set(emails.flatMap((each) => (each === undefined ? [] : emailKey(each))))) {
      const all = holders.get(email) ?? [];
      all.push(user);
      holders.set(email, all);
    }
  }
  return holders;
}

/** Whether use continues under an email that all known users had left before a day: an unseen user has it. */
function wasLeftBefore(day: Day, email: string | undefined, holders: readonly KnownUser[]): boolean {
  const isIt = (each: string | undefined): boolean => each !== undefined && emailKey(each) === email;
  const changes = holders.flatMap(({ events = [] }) => events).filter(({ emailBefore }) => isIt(emailBefore));
  const isHeld = holders.some((holder) => isIt(holder.email));
  return email !== undefined && !isHeld && changes.every(({ at }) => dayOf(Date.parse(at)) < day);
}

function changesOf({ events = [], goneSince }: KnownUser): readonly Day[] {
  return [...events.map(({ at }) => dayOf(Date.parse(at))), ...(goneSince === undefined ? [] : [goneSince])];
}
