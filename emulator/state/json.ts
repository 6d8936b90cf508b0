export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An absent field is absent, never `undefined`. */
export interface JsonObject {
  readonly [field: string]: Json;
}

type OptionalUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Drops fields without a value. */
export function given<T extends object>(fields: T): OptionalUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OptionalUndefined<T>;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
