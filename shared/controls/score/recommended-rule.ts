import type { SwitchState } from '../../control-diff/catalogue/field-rule.ts';
import type { Severity } from '../../notifications/severity.ts';

export interface RecommendedRule {
  /** Never changes once published. */
  readonly id: string;
  readonly title: string;
  readonly field: string;
  readonly severity: Exclude<Severity, 'info'>;
  readonly rationale: string;
  readonly remedy: string;
  readonly expects: Expectation;
  readonly while?: { readonly field: string; readonly states: readonly SwitchState[] };
}

export type Expectation =
  | { readonly kind: 'on' }
  | { readonly kind: 'not-on' }
  /** A non-empty list: an empty or missing one restricts nothing. */
  | { readonly kind: 'names-something' }
  /** A list that is set; an empty one allows nothing. */
  | { readonly kind: 'is-set' }
  /** No entry whose addition would have this severity or a worse one. */
  | { readonly kind: 'no-entry'; readonly asGraveAs: Severity }
  | { readonly kind: 'denies'; readonly entries: readonly string[] }
  | { readonly kind: 'at-least'; readonly amount: number; readonly unit: string }
  | { readonly kind: 'no-secret-in-it' }
  | { readonly kind: 'https' };
