import type { Severity } from '../notifications/severity.ts';
import type { Json } from './json.ts';

export type Direction = 'loosened' | 'tightened' | 'changed';

/** How a field is compared: CONTROLS.md, Fields. */
export type FieldKind = 'set' | 'keyed' | 'ordered' | 'map' | 'cidr' | 'scalar' | 'secret' | 'unknown';

/** Where a change is. */
export interface ControlPlace {
  /** By key and never by index: `sandbox.enabled`, `customModels[id=gpt].baseUrl`. */
  readonly path: string;
  /** The entry of the catalogue: `customModels[].baseUrl`. For a field that the catalogue lacks, its path. */
  readonly field: string;
}

export interface ControlChange extends ControlPlace {
  readonly kind: FieldKind;
  readonly direction: Direction;
  readonly severity: Severity;
  /** The severity before circumstances or reach raised it. */
  readonly baseSeverity?: Severity;
  readonly before?: Json;
  readonly after?: Json;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The effect first: "Agents' commands now run without isolation. Before: on. Now: not set (each project decides)." */
  readonly sentence: string;
  readonly why: string;
  readonly remedy: string;
  readonly controlIds: readonly string[];
  /** Qualifications, a sentence each: dormant, assumed semantics, work that stops, why the severity was raised. */
  readonly notes: readonly string[];
  /** The rule and its version: `sandbox.enabled/1`. */
  readonly rule: string;
  /** The field is undocumented: its meaning is assumed from its name. */
  readonly assumed?: true;
  readonly announced?: { readonly id: string; readonly ticket: string; readonly by: string; readonly until: string };
  /** Recorded, without an alert of its own. `told`: reported with a later revision before this one appeared. */
  readonly quiet?: 'dormant' | 'format-only' | 'told';
}
