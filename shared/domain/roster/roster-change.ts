import type { Day } from '../time/day.ts';
import type { KnownUser, ReadUser, RosterUser } from './person.ts';

export interface RosterChange {
  /** Those whose record must be written. */
  readonly changed: readonly KnownUser[];
  readonly joined: number;
  readonly left: number;
  readonly emailChanged: number;
  /** Of these, users who have no email any more. */
  readonly emailLost: number;
}

/**
 * Compares the roster as it was known with the roster just read. A missing user is marked as gone
 * since `today`, and a user who is back is current again. `isWhole` false (a row was unreadable) marks nobody as gone.
 */
export function diffRoster(
  known: readonly KnownUser[],
  read: readonly RosterUser[],
  { today, isWhole }: { readonly today: Day; readonly isWhole: boolean },
): RosterChange {
  const before = new Map(known.map((user) => [user.userId, user]));
  const readIds = new Set(read.map((user) => user.userId));
  const present = read.filter((user) => !isSameUser(before.get(user.userId), user));
  const missing = known.filter((user) => isWhole && user.goneSince === undefined && !readIds.has(user.userId));
  return {
    changed: [...present, ...missing.map((user) => ({ ...user, goneSince: today }))],
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
