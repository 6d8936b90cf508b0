import type { JsonObject } from './json.ts';

/** One entry of the controls history, its secrets replaced by marks. */
export interface Revision {
  readonly revision: number;
  readonly settings: JsonObject;
  /** Documented fields that are not of their documented type, a sentence each, without their values. */
  readonly problems: readonly string[];
  readonly actor: Actor;
  /** ISO instant. */
  readonly updatedAt: string;
  /** Of the rules by which its secrets were replaced, the number; absent for the first ones. */
  readonly redaction?: number;
}

/** The author of a change, as far as the platform names one. */
export interface Actor {
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
}
