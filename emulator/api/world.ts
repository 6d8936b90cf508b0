import type { MovableClock } from '../state/clock.ts';
import type { Roster } from '../state/members/roster.ts';
import type { SessionFigures } from '../state/sessions/credit-meter.ts';
import type { SavedSlices } from '../state/state-file.ts';
import type { Consumption } from '../state/usage/consumption.ts';
import type { DemandBook } from '../state/usage/demand-book.ts';
import type { LimitBook } from '../state/usage/limit-book.ts';

export interface World {
  readonly seed: number;
  readonly size: number;
  /** `--empty`: users without generated activity. */
  readonly empty: boolean;
  readonly sessionFigures: SessionFigures;
  readonly clock: MovableClock;
  readonly organization: Roster;
  readonly demand: DemandBook;
  readonly limits: LimitBook;
  readonly consumption: Consumption;
  readonly saved: SavedSlices;
}
