import type { Announcement } from '../announcements/announcement.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Actor } from '../revision.ts';
import type { ControlOverrides, FieldRule, MapShape, Shape } from './catalogue/field-rule.ts';
import type { CataloguePack } from './catalogue/packs.ts';

/** The two trees as a whole, for rules that look beyond their own field. */
export interface Context {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly judge: Judge;
  /** The models that the organization blocks for everybody after the change. */
  readonly blockedModels: ReadonlySet<string>;
}

/** One field in both trees. Absent: not set. */
export interface Place<S extends Shape = Shape> {
  readonly rule: FieldRule;
  readonly shape: S;
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly context: Context;
}

/**
 * What fields that have no effect now were when they last had one, by field; undefined where they were not set. A field
 * that never had an effect is absent.
 */
export type LastInForce = ReadonlyMap<string, Json | undefined>;

/** Facts about a change that are not in the two trees. Unknown facts raise no severity. */
export interface Judge {
  readonly actor?: Actor;
  /** Whether the actor is on the list of approved changers. */
  readonly isApproved?: boolean;
  readonly isWithinWorkingHours?: boolean;
  /** `sessionRetentionDays` of the approved baseline. */
  readonly baselineRetentionDays?: number;
  readonly overrides?: ControlOverrides;
  /** The packs of the catalogue that are switched on. */
  readonly packs?: readonly CataloguePack[];
  /** What was announced, and when the change was made, in Unix milliseconds. */
  readonly announcements?: readonly Announcement[];
  readonly madeAtMs?: number;
  /** What fields were that had no effect before, when they last had one. */
  readonly lastInForce?: LastInForce;
}

/** One entry of a map that differs. Absent: not there. */
export interface Entry extends Omit<Place<MapShape>, 'path' | 'rule'> {
  readonly name: string;
}
