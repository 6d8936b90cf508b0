import type { Severity } from '../../../notifications/severity.ts';
import type { Shape } from '../catalogue/field-rule.ts';
import { findingAt } from '../finding-at.ts';
import type { Finding } from '../finding.ts';
import type { Place } from '../place.ts';

/**
 * A value whose type differs from the document. How the platform reads it is unknown, so that it counts as much as
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

/** The usual severity of a loosening of such a field. */
function weightOf(shape: Shape): Severity {
  return shape.severity;
}
