import { compareSeverity } from '../notifications/severity.ts';
import { compareText } from '../texts/compare-text.ts';
import type { ControlChange } from './control-change.ts';

const directions = ['loosened', 'changed', 'tightened'] as const;

/**
 * Which of two changes is told first: the one that is graver by itself, then the one that is graver with what bears upon
 * it. Forty plugins that somebody turned on at night do not hide a shield that is off.
 */
export function compareGravity(a: ControlChange, b: ControlChange): number {
  return (
    Number(a.quiet !== undefined) - Number(b.quiet !== undefined) ||
    compareSeverity(a.baseSeverity ?? a.severity, b.baseSeverity ?? b.severity) ||
    compareSeverity(a.severity, b.severity) ||
    directions.indexOf(a.direction) - directions.indexOf(b.direction) ||
    compareText(a.path, b.path)
  );
}
