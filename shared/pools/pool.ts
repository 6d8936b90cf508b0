import { allowedCredits } from '../budgets/allowed-credits.ts';
import type { Guarantee } from '../budgets/budget.ts';
import type { DayRange } from '../kernel/time/day.ts';
import type { Exposed } from './exposure/exposure.ts';

/** A budget shared by several users, in one window. A next window is a separate pool: see `windowsReached`. */
export interface Pool {
  readonly name: string;
  readonly window: DayRange;
  readonly amountCredits: number;
  readonly guarantee: Guarantee;
  /** Known use in the window of all people in scope: members, users who left, users who cannot be capped. */
  readonly knownCredits: number;
  readonly memberIds: readonly string[];
}

export interface PoolMember extends Exposed {
  readonly userId: string;
  /** Reported so far in the current platform window, settled or not: limits add to it. */
  readonly reportedCredits: number;
  readonly ownHeadroomCredits?: number;
  /** No limit may be sent now: exempt, refused repeatedly, unreadable figures. The limit in force counts. */
  readonly isFixed?: boolean;
}

/** Returns what may be consumed of a pool beyond known use; negative when the known use exceeds it. */
export function roomOf({ amountCredits, guarantee, knownCredits }: Pool): number {
  return allowedCredits(amountCredits, guarantee) - knownCredits;
}
