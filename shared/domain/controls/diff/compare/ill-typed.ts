import type { Severity } from '../../../notifications/severity.ts';
import type { Shape } from '../catalogue/field-rule.ts';
import { findingAt } from '../finding-at.ts';
import type { Finding } from '../finding.ts';
import type { Place } from '../place.ts';

/**
 * A value of another type than the document says. What the platform makes of it is not known, so it weighs as much as
 * the loosening that it may be.
 */
export function illTyped(place: Place): readonly Finding[] {
  return [
    findingAt(place, {
      direction: 'changed',
      severity: weightOf(place.shape),
      effect: `${place.rule.label}: the value is not of the documented type, so what applies is not known.`,
      notes: ['It may have no effect, or the effect of a setting that is gone.'],
    }),
  ];
}

/** How grave a loosening of such a field is, as a rule. */
export function weightOf(shape: Shape): Severity {
  return shape.severity;
}
