import type { JsonObject } from './json.ts';

export interface Revision {
  readonly revision: number;
  readonly settings: JsonObject;
  /** Documented fields with an undocumented type, a sentence each, without their values. */
  readonly problems: readonly string[];
  readonly actor: Actor;
  readonly updatedAt: string;
  /** Version of the redaction rules; absent for the first ones. */
  readonly redaction?: number;
}

export interface Actor {
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
}
