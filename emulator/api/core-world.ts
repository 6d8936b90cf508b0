import type { MovableClock } from '../state/clock.ts';
import type { Consumption } from '../state/usage/consumption.ts';
import type { DemandBook } from '../state/usage/demand-book.ts';
import type { LimitBook } from '../state/usage/limit-book.ts';
import type { Roster } from '../state/members/roster.ts';
import type { SessionFigures } from '../state/sessions/session-figures.ts';
import type { World } from './world.ts';

/** The world with what the routes of usage, limits and roster need on top. */
export interface CoreWorld extends World {
  /** How many people were on the roster at first. */
  readonly size: number;
  readonly sessionFigures: SessionFigures;
  readonly clock: MovableClock;
  readonly organization: Roster;
  readonly demand: DemandBook;
  readonly limits: LimitBook;
  readonly consumption: Consumption;
}
