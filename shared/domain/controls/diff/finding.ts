import type { Severity } from '../../notifications/severity.ts';
import type { Direction, FieldKind } from '../control-change.ts';
import type { Json } from '../json.ts';
import { fieldKindOf, type FieldRule } from './catalogue/field-rule.ts';
import type { Place } from './place.ts';
import { describeValue } from './words/describe-value.ts';

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
  /** Elements that now cover more; their breadth adds to the severity. */
  readonly reaching: readonly string[];
  /** Set when the severity already includes the breadth of the elements. */
  readonly isBreadthWeighed: boolean;
  readonly isActorProfiting: boolean;
  /** Set when the verdict rests on the assumed meaning of an empty or missing list. */
  readonly isReachJudged: boolean;
  readonly quiet?: 'dormant' | 'format-only';
}

/** The result of every kind of comparison; the rest of a finding follows from the place. */
export type Verdict = Pick<Finding, 'direction' | 'severity' | 'effect'> &
  Partial<Omit<Finding, 'path' | 'field' | 'rule' | 'before' | 'after'>>;

type VerdictTerms = Omit<Verdict, 'direction' | 'effect' | 'severity'>;

export function loosened(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'loosened', severity, effect, ...more };
}

export function tightened(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'tightened', severity, effect, ...more };
}

/** Neither, or either: the effect or a note names both readings. */
export function changed(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'changed', severity, effect, ...more };
}

/** Makes a finding of a verdict on a place. */
export function findingAt(place: Place, verdict: Verdict): Finding {
  const { rule, path, before, after } = place;
  return {
    path,
    field: rule.field,
    rule,
    kind: fieldKindOf(rule.shape),
    before,
    after,
    was: describeValue(before),
    is: describeValue(after),
    added: [],
    removed: [],
    notes: [],
    reaching: [],
    isBreadthWeighed: false,
    isActorProfiting: false,
    isReachJudged: false,
    ...verdict,
  };
}

/** A difference in spelling only: it is recorded, but raises no alert of its own. */
export function formatOnlyAt(place: Place): Finding {
  return findingAt(
    place,
    changed('info', `${place.rule.label}: written differently, with the same meaning.`, { quiet: 'format-only' }),
  );
}

/**
 * A value whose type differs from the document. How the platform reads it is unknown, so that it counts as much as
 * the loosening that it may be.
 */
export function illTyped(place: Place): readonly Finding[] {
  return [
    findingAt(
      place,
      changed(
        place.shape.severity,
        `${place.rule.label}: the value is not of the documented type, so what applies is not known.`,
        { notes: ['It may have no effect, or the effect of a setting that is gone.'] },
      ),
    ),
  ];
}
