import type { ControlOverride } from './catalogue/field-rule.ts';
import type { Finding } from './finding.ts';
import type { Judge } from './judge.ts';

/** Puts the admin's word in place of the catalogue's, after all else was weighed. What has no effect keeps none. */
export function withOverrides(finding: Finding, judge: Judge): Finding {
  const override = judge.overrides?.get(finding.field);
  if (override === undefined || finding.quiet !== undefined) {
    return finding;
  }
  const direction = directionIn(override, finding);
  const severity = direction === 'tightened' ? finding.severity : (override.severity ?? finding.severity);
  const isChanged = direction !== finding.direction || severity !== finding.severity;
  const notes = isChanged ? [...finding.notes, 'Judged as the admin has set it for this field.'] : finding.notes;
  return { ...finding, direction, severity, notes };
}

/** A field that is compared another way than the catalogue says has no loose side. */
function directionIn(override: ControlOverride, { direction }: Finding): Finding['direction'] {
  return override.direction ?? (override.kind === undefined ? direction : 'changed');
}
