import type { Day } from '../time/day.ts';

/** Somebody on the organization's roster, as last read. */
export interface RosterUser {
  readonly userId: string;
  /** In the platform's spelling; absent when the roster has none. */
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** ISO instant of joining, where the roster has it. */
  readonly createdAt?: string;
}

/** A roster user as just read. */
export interface ReadUser extends RosterUser {
  /** Keys of the metadata with what looks like a secret: kept only where a team is made from them. */
  readonly secretKeys?: readonly string[];
}

/** A stored roster user: users who left stay known, with the day on which the roster first lacked them. */
export interface KnownUser extends RosterUser {
  readonly goneSince?: Day;
}
