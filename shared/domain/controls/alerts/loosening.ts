import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';

/** What an alert about a revision is about: it is open until that is as it was before, or somebody acknowledges it. */
export interface Loosening {
  readonly kind: 'loosening';
  readonly series: number;
  readonly revision: number;
  /** The revision before it, whose settings were in force; absent for the first there is. */
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  /** ISO instant, as the platform reports it. */
  readonly updatedAt: string;
  /** The worst first. */
  readonly places: readonly LoosenedPlace[];
}

/** Where it is, and the entry of the catalogue. */
export type LoosenedPlace = Pick<ControlChange, 'field' | 'path'>;
