import type { Json, JsonObject } from '../../json.ts';
import { fieldsAsleep } from './in-force.ts';
import { valueAt } from '../tree.ts';

/** A value of a field, and where it stands. */
export interface Kept<Place> {
  readonly value: Json | undefined;
  /** Absent for what was before the first content. */
  readonly place: Place | undefined;
}

/** Controls as people know them to be in force: the settings, and what the fields without effect were before. */
export interface StateInForce<Place> {
  readonly settings: JsonObject;
  readonly place: Place | undefined;
  /** Fields without effect, by name, as they were when they last had one. One that never had is absent. */
  readonly asleep: ReadonlyMap<string, Kept<Place>>;
}

/** Before anything was known. */
export const nothingInForce: StateInForce<never> = { settings: {}, place: undefined, asleep: new Map() };

/** What is in force once other settings are: a field that loses its effect is kept as it was. */
export function afterSettings<Place>(
  state: StateInForce<Place>,
  next: { readonly settings: JsonObject; readonly place: Place },
): StateInForce<Place> {
  const sleptBefore = new Set(fieldsAsleep(state.settings));
  const asleep = new Map<string, Kept<Place>>();
  for (const field of fieldsAsleep(next.settings)) {
    const kept = sleptBefore.has(field)
      ? state.asleep.get(field)
      : { value: valueAt(state.settings, field), place: state.place };
    if (kept !== undefined) {
      asleep.set(field, kept);
    }
  }
  return { ...next, asleep };
}

/** The values of the fields without effect, as they last were. */
export function lastValues<Place>({ asleep }: StateInForce<Place>): ReadonlyMap<string, Json | undefined> {
  return new Map([...asleep].map(([field, { value }]) => [field, value]));
}
