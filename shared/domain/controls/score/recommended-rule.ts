import type { Severity } from '../../notifications/severity.ts';
import type { SwitchState } from '../diff/catalogue/field-rule.ts';

/** One thing that is recommended of the controls, in data. */
export interface RecommendedRule {
  /** Stays what it is once it was published. */
  readonly id: string;
  /** What should be so: "Agents' commands run in a sandbox". */
  readonly title: string;
  /** Of the catalogue of fields. */
  readonly field: string;
  /** How much it matters where it is not so. */
  readonly severity: Exclude<Severity, 'info'>;
  /** Why. */
  readonly rationale: string;
  /** How to mend it. */
  readonly remedy: string;
  readonly expects: Expectation;
  /** It is not applicable while this switch is in another state. */
  readonly while?: { readonly field: string; readonly states: readonly SwitchState[] };
}

export type Expectation =
  /** A switch. */
  | { readonly kind: 'on' }
  | { readonly kind: 'not-on' }
  /** A list that names something: empty, or not set, it restricts nothing. */
  | { readonly kind: 'names-something' }
  /** A list that is set; empty, it lets nothing through. */
  | { readonly kind: 'is-set' }
  /** No entry whose addition would be as grave as that, or graver. */
  | { readonly kind: 'no-entry'; readonly asGraveAs: Severity }
  /** A list of what is denied that covers each of these. */
  | { readonly kind: 'denies'; readonly entries: readonly string[] }
  | { readonly kind: 'at-least'; readonly amount: number; readonly unit: string }
  /** Keys of custom models are references to secrets. */
  | { readonly kind: 'no-secret-in-it' }
  /** Addresses of custom models are encrypted. */
  | { readonly kind: 'https' };
