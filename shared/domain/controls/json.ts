/** A JSON value as it came, in the words of the platform. An absent key is not a `null` one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
