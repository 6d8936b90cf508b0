import type { Json, JsonObject } from '../json.ts';
import type { FieldRule, Shape } from './catalogue/field-rule.ts';
import type { Judge } from './judge.ts';

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
