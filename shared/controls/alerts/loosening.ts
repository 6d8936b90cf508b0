import type { ControlPlace } from '../control-change.ts';
import type { Actor } from '../revision.ts';

export interface Loosening {
  readonly kind: 'loosening';
  readonly series: number;
  readonly revision: number;
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  readonly updatedAt: string;
  readonly places: readonly ControlPlace[];
}
