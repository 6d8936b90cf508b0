import type { Guarantee } from '../budgets/budget.ts';
import type { DayRange } from '../kernel/time/day.ts';
import type { Exposed } from './exposure/exposure.ts';

/**
 * A budget that several users share, in one window. The window that begins before the limits of now can be replaced
 * is a pool of its own beside the present one: see `windowsReached`.
 */
export interface Pool {
  /** Unique among the pools of a division. */
  readonly name: string;
  readonly window: DayRange;
  /** Top-ups included. */
  readonly amountCredits: number;
  readonly guarantee: Guarantee;
  /** Known use in the window by everybody in scope: members, users who left, users who cannot be capped. */
  readonly knownCredits: number;
  readonly memberIds: readonly string[];
}

/** A user whose limit draws on pools. */
export interface PoolMember extends Exposed {
  readonly userId: string;
  /**
   * Credits reported so far in the platform window of now, settled or not: what a limit is put on top of. 0 when a new
   * platform window has begun since.
   */
  readonly reportedCredits: number;
  /** The least of what the user's own budgets leave; absent when none binds. */
  readonly ownHeadroomCredits?: number;
  /**
   * Set when no limit may be sent now: exempt, refused repeatedly, unreadable figures. The limit in force is counted.
   */
  readonly isFixed?: boolean;
}

/** What may be consumed of a pool beyond what is known; negative when the known use exceeds it. */
export function roomOf({ amountCredits, guarantee, knownCredits }: Pool): number {
  const factor = guarantee.kind === 'overcommit' ? guarantee.factor : 1;
  return Math.floor(amountCredits * factor) - knownCredits;
}
