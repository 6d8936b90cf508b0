/** What a JSON document can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. An absent field is absent, never `undefined`. */
export interface JsonObject {
  readonly [field: string]: Json;
}

/** Whether a parsed JSON value is an object: neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
