import type { Day } from '../kernel/time/day.ts';

export interface RosterUser {
  readonly userId: string;
  /** In the platform's spelling; absent when the roster has none. */
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly createdAt?: string;
}

export interface ReadUser extends RosterUser {
  /** Metadata keys with possible secrets: kept only where a team is made from them. */
  readonly secretKeys?: readonly string[];
}

/** A stored roster user: users who left stay known, with the day on which the roster first lacked them. */
export interface KnownUser extends RosterUser {
  readonly goneSince?: Day;
  /** Recent events, oldest first; none for users on the roster when it was first read. */
  readonly events?: readonly RosterEvent[];
  readonly memberships?: readonly Membership[];
}

/** A user's team from a UTC day on; a user's first also counts for all earlier days. */
export interface Membership {
  readonly from: Day;
  readonly team?: string;
}

export interface RosterEvent {
  readonly kind: 'joined' | 'left' | 'returned' | 'email-changed';
  /** ISO instant of the reading that first showed it. */
  readonly at: string;
  readonly emailBefore?: string;
  /** ISO instant of the last reading with the earlier state; absent if unknown. */
  readonly lastAt?: string;
}
