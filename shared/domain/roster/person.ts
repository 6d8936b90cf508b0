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

/** A stored roster user: users who left stay known, with the day on which the roster first lacked them. */
export interface KnownUser extends RosterUser {
  readonly goneSince?: Day;
}
