import type { Day } from '../time/day.ts';

/** Somebody on the organization's roster, as last read. */
export interface RosterUser {
  readonly userId: string;
  /** In the platform's spelling; absent when the roster has none. */
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** ISO instant of joining, when the roster says so. */
  readonly createdAt?: string;
}

/** A roster user as Curfew keeps it: who left stays known, with the day on which the roster first lacked them. */
export interface KnownUser extends RosterUser {
  readonly goneSince?: Day;
}
