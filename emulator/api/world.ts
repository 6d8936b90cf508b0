import type { MovableClock } from '../state/clock.ts';
import type { Roster } from '../state/members/roster.ts';
import type { SessionFigures } from '../state/sessions/credit-meter.ts';
import type { SavedSlices } from '../state/state-file.ts';
import type { Consumption } from '../state/usage/consumption.ts';
import type { DemandBook } from '../state/usage/demand-book.ts';
import type { LimitBook } from '../state/usage/limit-book.ts';

/** What every route of the emulator may know. */
export interface World {
  readonly seed: number;
  /** How many people were on the roster at first. */
  readonly size: number;
  /** True with `--empty`: users, but nothing generated that they did. */
  readonly empty: boolean;
  readonly sessionFigures: SessionFigures;
  readonly clock: MovableClock;
  readonly organization: Roster;
  readonly demand: DemandBook;
  readonly limits: LimitBook;
  readonly consumption: Consumption;
  readonly saved: SavedSlices;
}
