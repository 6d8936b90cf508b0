import type { Direction, FieldKind } from '../controls/control-change.ts';
import type { Json } from '../controls/json.ts';
import type { Severity } from '../notifications/severity.ts';
import { fieldKindOf, type FieldRule } from './catalogue/field-rule.ts';
import type { Place } from './place.ts';
import { describeValue } from './words/describe-value.ts';

export interface Finding {
  readonly path: string;
  readonly field: string;
  readonly kind: FieldKind;
  readonly rule?: FieldRule;
  readonly direction: Direction;
  readonly severity: Severity;
  /** The severity before circumstances or reach raised it. */
  readonly baseSeverity?: Severity;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly effect: string;
  /** In words, to follow "Before:" and "Now:". */
  readonly was: string;
  readonly is: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly notes: readonly string[];
  readonly reaching: readonly string[];
  readonly isBreadthWeighed: boolean;
  readonly isActorProfiting: boolean;
  readonly isReachJudged: boolean;
  readonly quiet?: 'dormant' | 'format-only';
}

export type Verdict = { readonly direction: Direction; readonly severity: Severity; readonly effect: string } & Partial<
  Omit<Finding, 'path' | 'field' | 'rule' | 'before' | 'after'>
>;

type VerdictTerms = Omit<Verdict, 'direction' | 'effect' | 'severity'>;

export function loosened(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'loosened', severity, effect, ...more };
}

export function tightened(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'tightened', severity, effect, ...more };
}

/** Neither direction, or either: the effect or a note names both readings. */
export function changed(severity: Severity, effect: string, more: VerdictTerms = {}): Verdict {
  return { direction: 'changed', severity, effect, ...more };
}

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

/** A difference in spelling only: recorded without an alert of its own. */
export function formatOnlyAt(place: Place): Finding {
  return findingAt(
    place,
    changed('info', `${place.rule.label}: written differently, with the same meaning.`, { quiet: 'format-only' }),
  );
}

/** A value with an undocumented type. It counts as a loosening, since the platform may read it as one. */
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
