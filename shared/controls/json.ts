/** A JSON value in the platform's words. An absent key is not the same as `null`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a list. `Array.isArray` does not narrow a readonly list away from an object. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** `null` means the same as an absent key. */
export function isUnset(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
