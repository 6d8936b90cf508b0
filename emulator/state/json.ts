/** What a JSON document can hold. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. An absent field is absent, never `undefined`. */
export interface JsonObject {
  readonly [field: string]: Json;
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that have a value, in their order. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Whether a parsed JSON value is an object: neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
