import type { Announcement } from '../controls/announcement.ts';
import type { Json, JsonObject } from '../controls/json.ts';
import type { Actor } from '../controls/revision.ts';
import type { ControlOverrides, FieldRule, MapShape, Shape } from './catalogue/field-rule.ts';
import type { CataloguePack } from './catalogue/packs.ts';

export interface DiffContext {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly judge: Judge;
  readonly blockedModels: ReadonlySet<string>;
}

export interface Place<S extends Shape = Shape> {
  readonly rule: FieldRule;
  readonly shape: S;
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly context: DiffContext;
}

/** Last effective values by field; undefined: not set. Fields that never had an effect are absent. */
export type LastInForce = ReadonlyMap<string, Json | undefined>;

export interface Judge {
  readonly actor?: Actor;
  readonly isApproved?: boolean;
  readonly isWithinWorkingHours?: boolean;
  readonly baselineRetentionDays?: number;
  readonly overrides?: ControlOverrides;
  readonly packs?: readonly CataloguePack[];
  /** With the time of the change in Unix milliseconds. */
  readonly announcements?: readonly Announcement[];
  readonly madeAtMs?: number;
  readonly lastInForce?: LastInForce;
}

export interface MapEntry extends Omit<Place<MapShape>, 'path' | 'rule'> {
  readonly name: string;
}
