import type { Direction, FieldKind } from '../control-change.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { Json } from '../json.ts';
import type { FieldRule } from './catalogue/field-rule.ts';

/** A finding of a comparison, before its author and its time are weighed. */
export interface Finding {
  readonly path: string;
  readonly field: string;
  readonly kind: FieldKind;
  /** Absent for a field that the catalogue lacks. */
  readonly rule?: FieldRule;
  readonly direction: Direction;
  readonly severity: Severity;
  /** What it was before circumstances or its reach raised it. */
  readonly baseSeverity?: Severity;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** One sentence, without what was before and is now. */
  readonly effect: string;
  /** In words, to follow "Before:" and "Now:". */
  readonly was: string;
  readonly is: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  /** Elements that came to reach further, for what their breadth adds to the severity. */
  readonly reaching: readonly string[];
  /** Set when the severity holds the breadth of the elements already. */
  readonly isBreadthWeighed: boolean;
  readonly isActorProfiting: boolean;
  /** Set when it was judged by what an empty or a missing list is taken to mean. */
  readonly isReachJudged: boolean;
  readonly quiet?: 'dormant' | 'format-only';
}

/** The result of every kind of comparison; the rest of a finding follows from the place. */
export type Verdict = Pick<Finding, 'direction' | 'severity' | 'effect'> &
  Partial<Omit<Finding, 'path' | 'field' | 'rule' | 'before' | 'after'>>;
