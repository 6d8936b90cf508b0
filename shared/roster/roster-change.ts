import type { Day } from '../kernel/time/day.ts';
import { emailKey } from './email.ts';
import type { KnownUser, ReadUser, RosterEvent, RosterUser } from './person.ts';

export interface RosterChange {
  /** Those whose record must be written. */
  readonly changed: readonly KnownUser[];
  readonly joined: number;
  readonly left: number;
  readonly emailChanged: number;
  /** Of these, users who have no email any more. */
  readonly emailLost: number;
}

/** One reading of the roster. */
interface RosterReading {
  readonly today: Day;
  /** ISO instant as of which the run reads it. */
  readonly at: string;
  /** ISO instant as of which it was surely read last before; absent where nothing tells. */
  readonly lastAt?: string | undefined;
  /** Every row could be read. */
  readonly isWhole: boolean;
}

/** So many of the last events of a user are kept, and of former addresses so many: rows may still name them. */
const eventsMax = 6;
const renamesMax = 20;

/**
 * Compares the roster as it was known with the roster just read. A missing user is marked as gone
 * since `today`, and a user who is back is current again. `isWhole` false (a row was unreadable) marks nobody as gone.
 * What became of each user is kept with them; on the first reading of all, nobody has joined.
 */
export function diffRoster(
  known: readonly KnownUser[],
  read: readonly RosterUser[],
  { today, isWhole, ...times }: RosterReading,
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

/** A user to be stored: what looks like a secret in the metadata is left out, unless some team is made from its key. */
export function withoutSecrets({ secretKeys = [], ...user }: ReadUser, keysOfTeams: ReadonlySet<string>): RosterUser {
  const { metadata, ...facts } = user;
  const left = new Set(secretKeys.filter((key) => !keysOfTeams.has(key)));
  return metadata === undefined || left.size === 0
    ? user
    : { ...facts, metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !left.has(key))) };
}

/** A user as just read, with what the roster does not say and is known. */
function kept(user: RosterUser, before: ReadonlyMap<string, KnownUser>): KnownUser {
  const { memberships } = before.get(user.userId) ?? {};
  return memberships === undefined ? user : { ...user, memberships };
}

/** What a reading shows of a user who is on it. */
function eventsOf(
  before: ReadonlyMap<string, KnownUser>,
  user: RosterUser,
  times: Pick<RosterReading, 'at' | 'lastAt'>,
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

/** When a user who is back was last on the roster: what became of their address while they were not, nothing tells. */
function lastSeen({ goneSince, events = [] }: KnownUser, { at, lastAt }: Pick<RosterReading, 'at' | 'lastAt'>) {
  const left = events.findLast(({ kind }) => kind === 'left');
  return { at, lastAt: goneSince === undefined ? lastAt : left?.lastAt };
}

function readAs({ at, lastAt }: Pick<RosterReading, 'at' | 'lastAt'>): Pick<RosterEvent, 'at' | 'lastAt'> {
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
