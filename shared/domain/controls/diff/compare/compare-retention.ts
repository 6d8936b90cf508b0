import type { RetentionShape } from '../catalogue/field-rule.ts';
import { findingAt } from '../finding-at.ts';
import type { Finding, Verdict } from '../finding.ts';
import type { Place } from '../place.ts';
import { raised } from '../severity-steps.ts';
import { isUnset } from '../tree.ts';
import { grouped } from '../../../texts/grouped.ts';
import { illTyped } from './ill-typed.ts';

/** Compares for how many days sessions are kept: fewer days destroy evidence. */
export function compareRetention(place: Place<RetentionShape>): readonly Finding[] {
  const { before, after } = place;
  if (isUnset(before) && isUnset(after)) {
    return [];
  }
  if ((!isUnset(before) && typeof before !== 'number') || (!isUnset(after) && typeof after !== 'number')) {
    return illTyped(place);
  }
  if (before === after) {
    return [];
  }
  return [findingAt(place, { was: inDays(before), is: inDays(after), ...verdictOn(place, before, after) })];
}

function verdictOn(
  place: Place<RetentionShape>,
  before: number | null | undefined,
  after: number | null | undefined,
): Verdict {
  if (isUnset(after)) {
    return {
      direction: 'loosened',
      severity: place.shape.severity,
      effect: 'The organization no longer says for how long sessions are kept, so evidence may be destroyed sooner.',
      notes: ['How long the platform keeps them by default is not documented.'],
    };
  }
  if (isUnset(before) || after > before) {
    return {
      direction: 'changed',
      severity: 'low',
      effect: `Sessions are now kept for ${inDays(after)}: more evidence, and more personal data at rest.`,
    };
  }
  const baseline = place.context.judge.baselineRetentionDays;
  const isBelow = baseline === undefined || after < baseline;
  return {
    direction: 'loosened',
    severity: isBelow ? place.shape.severity : raised(place.shape.severity, -1),
    effect: `Sessions are now kept for ${inDays(after)} only: older ones are destroyed, and with them their evidence.`,
    notes: baseline !== undefined && isBelow ? [`The approved baseline is ${inDays(baseline)}.`] : [],
  };
}

function inDays(days: number | null | undefined): string {
  if (isUnset(days)) {
    return 'not set';
  }
  return days === 1 ? '1 day' : `${Number.isSafeInteger(days) ? grouped(days) : days} days`;
}
