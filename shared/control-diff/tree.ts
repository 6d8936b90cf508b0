import { canonicalJson, isList, isObject, isUnset, type Json, type JsonObject } from '../controls/json.ts';
import { isSameSecret, isSecretMark } from '../controls/secret-mark.ts';

/** Whether a value is an object of settings: neither a list nor the mark of a secret. */
export function isTree(value: Json | undefined): value is JsonObject {
  return isObject(value) && !isSecretMark(value);
}

/** Returns an own member of an object, never an inherited one such as `constructor`. */
export function memberOf(object: Json | undefined, key: string): Json | undefined {
  return isTree(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the value at a catalogue field outside lists: `sandbox.network.allowedDomains`. */
export function valueAt(settings: JsonObject, field: string): Json | undefined {
  return field.split('.').reduce<Json | undefined>((value, key) => memberOf(value, key), settings);
}

/** Returns the settings with another value at a catalogue field; undefined removes it. Non-objects do not change. */
export function withValueAt(settings: JsonObject, field: string, value: Json | undefined): JsonObject {
  const [key = '', ...rest] = field.split('.');
  if (rest.length === 0) {
    const { [key]: _before, ...others } = settings;
    return value === undefined ? others : { ...others, [key]: value };
  }
  const inner = memberOf(settings, key);
  return isTree(inner) || (inner === undefined && value !== undefined)
    ? { ...settings, [key]: withValueAt(inner ?? {}, rest.join('.'), value) }
    : settings;
}

export function textsAt(settings: JsonObject, field: string): readonly string[] {
  return textsOf(valueAt(settings, field));
}

export function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function isListOrUnset(value: Json | undefined): value is readonly Json[] | null | undefined {
  return isUnset(value) || isList(value);
}

export function isTreeOrUnset(value: Json | undefined): boolean {
  return isUnset(value) || isTree(value);
}

/** Whether two values are equal in canonical JSON, or one secret; `null` equals an absent key. */
export function areAlike(before: Json | undefined, after: Json | undefined): boolean {
  return isSameSecret(before, after) || canonicalJson(before ?? null) === canonicalJson(after ?? null);
}

export function keysOf(before: Json | undefined, after: Json | undefined): readonly string[] {
  const keys = new Set<string>();
  for (const tree of [before, after]) {
    for (const key of isTree(tree) ? Object.keys(tree) : []) {
      keys.add(key);
    }
  }
  return [...keys].toSorted();
}

/** Deeper values are compared as usual but not shown. */
const depthShownMax = 64;

/** Whether a value nests deeper than is shown. It does not recurse. */
export function isTooDeep(value: Json | undefined): boolean {
  let level: readonly Json[] = value === undefined ? [] : [value];
  for (let depth = 0; depth <= depthShownMax; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) {
      return false;
    }
  }
  return true;
}

/** Settings nest less deeply before their lists begin. */
const layersMax = 5;

/** Returns settings with each difference from `from` to `to` applied. */
export function overlaid(
  base: JsonObject,
  { from, to }: { readonly from: JsonObject; readonly to: JsonObject },
  layers = layersMax,
): JsonObject {
  const entries = keysOf(base, to).flatMap((key): [string, Json][] => {
    const [own, was, is] = [memberOf(base, key), memberOf(from, key), memberOf(to, key)];
    const value = areAlike(was, is) ? own : inner(own, { was, is }, layers - 1);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function inner(
  own: Json | undefined,
  { was, is }: { readonly was: Json | undefined; readonly is: Json | undefined },
  layers: number,
): Json | undefined {
  return isTree(own) && isTree(was) && isTree(is) && layers > 0 ? overlaid(own, { from: was, to: is }, layers) : is;
}
