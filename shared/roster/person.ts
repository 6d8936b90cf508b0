import type { Day } from '../kernel/time/day.ts';

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
  /** What became of them of late, the oldest first; nothing for whoever was there when the roster was first read. */
  readonly events?: readonly RosterEvent[];
  /** The teams that they were in, the earliest first; absent for those who never were in one. */
  readonly memberships?: readonly Membership[];
}

/** A team that a user is in from a UTC day on; the first of a user counts for all days before it too. */
export interface Membership {
  readonly from: Day;
  /** Absent: in none. */
  readonly team?: string;
}

/** Something that became of a user on the roster. */
export interface RosterEvent {
  readonly kind: 'joined' | 'left' | 'returned' | 'email-changed';
  /** ISO instant as of which the run read the roster that first showed it. */
  readonly at: string;
  /** Of a changed email: the one before, in the platform's spelling. */
  readonly emailBefore?: string;
  /** ISO instant as of which the roster was last read before, with the user as they were; absent where nothing tells. */
  readonly lastAt?: string;
}
