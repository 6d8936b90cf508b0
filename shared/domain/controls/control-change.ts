import type { Severity } from '../notifications/severity.ts';
import type { Json } from './json.ts';

export type Direction = 'loosened' | 'tightened' | 'changed';

/** How a field is compared: CONTROLS.md, Fields. */
export type FieldKind = 'set' | 'keyed' | 'ordered' | 'map' | 'cidr' | 'scalar' | 'secret' | 'unknown';

/** Who announced a change under which ticket, until when. */
type Announced = {
  readonly id: string;
  readonly ticket: string;
  readonly by: string;
  /** ISO instant. */
  readonly until: string;
};

/** One difference between two revisions in plain words. It contains no secret, since the settings contain none. */
export interface ControlChange {
  /** Where it is, by key and never by index: `sandbox.enabled`, `customModels[id=gpt].baseUrl`. */
  readonly path: string;
  /** The entry of the catalogue: `customModels[].baseUrl`. For a field that the catalogue lacks, its path. */
  readonly field: string;
  readonly kind: FieldKind;
  readonly direction: Direction;
  readonly severity: Severity;
  /** What the change is by itself, where circumstances or its reach raised the severity. */
  readonly baseSeverity?: Severity;
  /** Absent when the field was not set. */
  readonly before?: Json;
  readonly after?: Json;
  /** For collections: what came and what went, by name. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The effect first: "Agents' commands now run without isolation. Before: on. Now: not set (each project decides)." */
  readonly sentence: string;
  /** Why it matters. */
  readonly why: string;
  /** How to undo it. */
  readonly remedy: string;
  /** SOC 2 and ISO 27001 controls that it touches. */
  readonly controlIds: readonly string[];
  /** What qualifies it, a sentence each: dormant, assumed semantics, work that stops, why the severity was raised. */
  readonly notes: readonly string[];
  /** The rule that judged it, with its version: `sandbox.enabled/1`. */
  readonly rule: string;
  /** Its field is in no document: what it means is assumed from its name. */
  readonly assumed?: true;
  /** The announcement that it was made under. */
  readonly announced?: Announced;
  /** Recorded, and no alert of its own. `told`: it was reported with a later revision before this one appeared. */
  readonly quiet?: 'dormant' | 'format-only' | 'told';
}
