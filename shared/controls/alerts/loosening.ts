import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';

/** The subject of an alert about a revision: open until the settings are restored or a person acknowledges it. */
export interface Loosening {
  readonly kind: 'loosening';
  readonly series: number;
  readonly revision: number;
  /** The previously effective revision; absent for the first. */
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  readonly updatedAt: string;
  readonly places: readonly LoosenedPlace[];
}

export type LoosenedPlace = Pick<ControlChange, 'field' | 'path'>;
