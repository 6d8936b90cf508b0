import type { SimClock } from '../state/clock.ts';
import type { Organization } from '../state/members/organization.ts';

/**
 * What must outlive a restart, in named slices of one state file. Without a state file nothing is kept.
 * A slice holds only what was posted from outside; everything generated comes back from the seed.
 */
export interface SavedSlices {
  /** What was saved under the name, as parsed JSON; undefined when nothing was. Parse it before use. */
  load(name: string): unknown;
  /** Keeps a JSON value under the name. It is serialized a moment later, in the state it has then. */
  save(name: string, value: unknown): void;
}

/** What every route of the emulator may know. */
export interface World {
  readonly seed: number;
  readonly clock: SimClock;
  readonly organization: Organization;
  /** True with `--empty`: users, but nothing generated that they did. */
  readonly empty: boolean;
  readonly saved: SavedSlices;
}
