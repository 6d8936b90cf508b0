import type { Direction, FieldKind } from '../../controls/control-change.ts';
import type { ElementKind } from '../../coverage/compare-elements.ts';
import type { ContestedKind } from '../../coverage/effective.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { ElementTrait } from '../element-traits.ts';

/** One documented control: what its changes mean, in data. CONTROLS.md, Fields. */
export interface FieldRule {
  /** `sandbox.enabled`, `customModels[].baseUrl`. */
  readonly field: string;
  /** Rises when the meaning of the rule changes; absent for 1. Printed with every change that it judged. */
  readonly version?: number;
  /** To begin a table row with: "Isolation of commands (sandbox)". */
  readonly label: string;
  readonly shape: Shape;
  readonly why: string;
  readonly remedy: string;
  readonly controlIds: readonly string[];
  /** An assumption that is not in platform-api.md. Printed with every change. */
  readonly assumed?: string;
  /** What applies when it is not set: "each project decides". */
  readonly whenUnset?: string;
  /** Undocumented, and judged by its name: the sentence of every change begins with `Assumed: `. */
  readonly isAssumed?: true;
  readonly dormantWhile?: readonly DormantWhile[];
}

export interface DormantWhile {
  readonly field: string;
  readonly states: readonly SwitchState[];
  /** "the sandbox is off" */
  readonly says: string;
  readonly permits: 'everything' | 'nothing';
}

export type SwitchState = 'on' | 'off' | 'unset';

export type Shape =
  | SwitchShape
  | ValueShape
  | ScaleShape
  | RetentionShape
  | ModelChoiceShape
  | AddressShape
  | SecretShape
  | SetShape
  | OrderedShape
  | MapShape
  | MembersShape;

/** A boolean. Without a loose side every change is ambiguous. */
export interface SwitchShape {
  readonly kind: 'switch';
  readonly loose?: 'on' | 'off';
  /** Of reaching the loose side; of any change when there is no loose side. */
  readonly severity: Severity;
  /** Of a strict setting that becomes unset, where that is as serious as a loosening. */
  readonly unsetSeverity?: Severity;
  readonly tightenedSeverity?: Severity;
  readonly effects: Readonly<Record<SwitchState, string>>;
  readonly list?: { readonly field: string; readonly stops: string };
}

export interface ValueShape {
  readonly kind: 'value';
  readonly type: 'text' | 'number' | 'switch' | 'any';
  readonly severity: Severity;
  /** May hold `{value}`, the new value. */
  readonly effect: string;
  readonly unsetEffect: string;
  readonly isLong?: boolean;
}

/** A text with an order of values. An unlisted value may be anything. */
export interface ScaleShape {
  readonly kind: 'scale';
  readonly severity: Severity;
  readonly steps: readonly (readonly string[])[];
  /** Each holds `{value}`. */
  readonly effects: { readonly loosened: string; readonly tightened: string; readonly changed: string };
  readonly unsetEffect: string;
}

export interface RetentionShape {
  readonly kind: 'retention';
  readonly severity: Severity;
}

interface NamedShape<Kind> {
  readonly kind: Kind;
  readonly severity: Severity;
  /** "key", "credential command" */
  readonly noun: string;
}

export type ModelChoiceShape = NamedShape<'model-choice'>;
export type AddressShape = NamedShape<'address'>;
export type SecretShape = NamedShape<'secret'>;

export interface SetShape {
  readonly kind: 'set';
  readonly element: ElementKind;
  readonly isOfSources?: boolean;
  readonly side: 'allow' | 'deny';
  readonly severity: Severity;
  readonly tiers: readonly Tier[];
  /** What an empty list and a missing one mean. `unclear`: the worse reading counts. */
  readonly reach: {
    readonly empty: 'nothing' | 'anything';
    readonly unset: 'as-empty' | 'anything' | 'unclear';
    readonly openedSeverity?: Severity;
    /** What an emptied list stops: "every MCP server is blocked". */
    readonly stops?: string;
  };
  readonly tightenedSeverity?: Severity;
  readonly overruledBy?: OverruledBy;
  readonly releases?: {
    readonly field: string;
    readonly kind: ContestedKind;
    readonly isOpenWhenEmpty: boolean;
    /** Holds `{items}`. */
    readonly effect: string;
  };
  readonly nouns: readonly [one: string, many: string];
  /** Each may hold `{items}`, the elements in question, and `{noun}`, what they are. */
  readonly effects: {
    readonly loosened: string;
    readonly tightened: string;
    readonly opened?: string;
    readonly closed?: string;
  };
}

export interface OverruledBy {
  readonly field: string;
  readonly isHarmless: boolean;
  /** Of elements that another list denies; holds `{items}`. */
  readonly effect: string;
  /** Holds `{items}`. */
  readonly says: string;
}

export interface Tier {
  readonly trait: ElementTrait;
  readonly severity: Severity;
  /** Why it is more serious than usual, after "Graver than usual: ". */
  readonly says: string;
}

export interface OrderedShape {
  readonly kind: 'ordered';
  readonly severity: Severity;
  readonly parts: readonly string[];
  readonly hasLevels?: boolean;
  readonly nouns: readonly [one: string, many: string];
  readonly effect: string;
}

export interface MapShape {
  readonly kind: 'map';
  readonly entries: 'autonomy' | 'plugin' | 'marketplace' | 'user-models' | 'secret' | 'plain';
  readonly severity: Severity;
  readonly redirectingSeverity?: Severity;
  readonly noun: string;
}

export interface MembersShape {
  readonly kind: 'members';
  readonly severity: Severity;
  readonly unlistedSeverity: Severity;
  readonly removedSeverity: Severity;
}

/** Returns the kind under which a change of this shape is reported. */
export function fieldKindOf(shape: Shape): FieldKind {
  switch (shape.kind) {
    case 'switch':
    case 'value':
    case 'scale':
    case 'retention':
    case 'model-choice':
    case 'address':
      return 'scalar';
    case 'set':
      return shape.element === 'cidr' ? 'cidr' : shape.isOfSources === true ? 'keyed' : 'set';
    case 'members':
      return 'keyed';
    case 'secret':
    case 'ordered':
    case 'map':
      return shape.kind;
  }
}

/** The admin's override of the catalogue for one field. CONTROLS.md, Controls. */
export interface ControlOverride {
  readonly kind?: Exclude<FieldKind, 'unknown' | 'keyed'>;
  readonly direction?: Direction;
  readonly severity?: Severity;
}

/** By field name, or by path for a field that the catalogue lacks. */
export type ControlOverrides = ReadonlyMap<string, ControlOverride>;
