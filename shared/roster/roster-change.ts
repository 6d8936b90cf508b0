import type { Day } from '../kernel/time/day.ts';
import { emailKey } from './email.ts';
import type { KnownUser, ReadUser, RosterEvent, RosterUser } from './person.ts';

export interface RosterChange {
  readonly changed: readonly KnownUser[];
  readonly joined: number;
  readonly left: number;
  readonly emailChanged: number;
  readonly emailLost: number;
}

interface ReadingTimes {
  readonly at: string;
  /** ISO instant of the last certain reading before; absent if unknown. */
  readonly lastAt?: string;
}

/** Events kept per user, and as many former addresses: rows may still name them. */
const eventsMax = 6;
const renamesMax = 20;

/**
 * Compares the known roster with a reading. A missing user is marked as gone since `today`, and a returned user is
 * current again. With `isWhole` false (an unreadable row) no user is marked as gone. Events are stored with each user;
 * on the very first reading no one has joined.
 */
export function diffRoster(
  known: readonly KnownUser[],
  read: readonly RosterUser[],
  { today, isWhole, ...times }: ReadingTimes & { readonly today: Day; readonly isWhole: boolean },
): RosterChange {
  const before = new Map(known.map((user) => [user.userId, user]));
  const readIds = new Set(read.map((user) => user.userId));
  const present = read.filter((user) => !isSameUser(before.get(user.userId), user));
  const missing = known.filter((user) => isWhole && user.goneSince === undefined && !readIds.has(user.userId));
  return {
    changed: [
      ...present.map((user) =>
        withEvents(kept(user, before), before.get(user.userId)?.events, eventsOf(before, user, times)),
      ),
      ...missing.map((user) =>
        withEvents({ ...user, goneSince: today }, user.events, [{ kind: 'left', ...readAs(times) }]),
      ),
    ],
    joined: read.filter((user) => !before.has(user.userId) || before.get(user.userId)?.goneSince !== undefined).length,
    left: missing.length,
    emailLost: present.filter((user) => user.email === undefined && before.get(user.userId)?.email !== undefined)
      .length,
    emailChanged: present.filter((user) => hasOtherEmail(before.get(user.userId), user)).length,
  };
}

/** Removes possible secrets from the metadata, unless a team is made from their key. */
export function withoutSecrets({ secretKeys = [], ...user }: ReadUser, keysOfTeams: ReadonlySet<string>): RosterUser {
  const { metadata, ...facts } = user;
  const left = new Set(secretKeys.filter((key) => !keysOfTeams.has(key)));
  return metadata === undefined || left.size === 0
    ? user
    : { ...facts, metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !left.has(key))) };
}

function kept(user: RosterUser, before: ReadonlyMap<string, KnownUser>): KnownUser {
  const { memberships } = before.get(user.userId) ?? {};
  return memberships === undefined ? user : { ...user, memberships };
}

function eventsOf(
  before: ReadonlyMap<string, KnownUser>,
  user: RosterUser,
  times: ReadingTimes,
): readonly RosterEvent[] {
  const { at } = times;
  const known = before.get(user.userId);
  if (known === undefined) {
    return before.size === 0 ? [] : [{ kind: 'joined', at }];
  }
  const { email: emailBefore } = known;
  // Another spelling is the same email.
  const hasOther = emailBefore !== undefined && emailKey(emailBefore) !== emailKey(user.email ?? '');
  return [
    ...(known.goneSince === undefined ? [] : [{ kind: 'returned', at } as const]),
    ...(hasOther ? [{ kind: 'email-changed', ...readAs(lastSeen(known, times)), emailBefore } as const] : []),
  ];
}

/** When a returned user was last on the roster: what became of their address in between is unknown. */
function lastSeen({ goneSince, events = [] }: KnownUser, { at, lastAt }: ReadingTimes) {
  const left = events.findLast(({ kind }) => kind === 'left');
  return { at, lastAt: goneSince === undefined ? lastAt : left?.lastAt };
}

function readAs({ at, lastAt }: ReadingTimes): ReadingTimes {
  return lastAt === undefined ? { at } : { at, lastAt };
}

function withEvents(
  user: KnownUser,
  earlier: readonly RosterEvent[] | undefined,
  fresh: readonly RosterEvent[],
): KnownUser {
  const all = [...(earlier ?? []), ...fresh];
  const events = all
    .filter(({ kind }, index) => kind === 'email-changed' || index >= all.length - eventsMax)
    .slice(-(eventsMax + renamesMax));
  return events.length === 0 ? user : { ...user, events };
}

function hasOtherEmail(before: KnownUser | undefined, user: RosterUser): boolean {
  return before?.email !== undefined && before.email !== user.email;
}

function isSameUser(before: KnownUser | undefined, user: RosterUser): boolean {
  return (
    before !== undefined &&
    before.goneSince === undefined &&
    before.email === user.email &&
    before.firstName === user.firstName &&
    before.lastName === user.lastName &&
    before.createdAt === user.createdAt &&
    isSameMap(before.metadata ?? {}, user.metadata ?? {})
  );
}

function isSameMap(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}
