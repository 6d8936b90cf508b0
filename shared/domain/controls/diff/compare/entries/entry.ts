import type { Json } from '../../../json.ts';
import type { MapShape } from '../../catalogue/field-rule.ts';
import type { Verdict } from '../../finding.ts';
import type { Context } from '../../place.ts';

/** One entry of a map that differs. Absent: not there. */
export interface Entry {
  readonly name: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly shape: MapShape;
  readonly context: Context;
}

export type EntryVerdict = Verdict;
