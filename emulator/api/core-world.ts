import type { MovableClock } from '../state/clock.ts';
import type { Consumption } from '../state/consumption.ts';
import type { DemandBook } from '../state/demand-book.ts';
import type { LimitBook } from '../state/limit-book.ts';
import type { Roster } from '../state/roster.ts';
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
