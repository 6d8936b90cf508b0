import { type Json, isList, isUnset } from '../../controls/json.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { SwitchShape, SwitchState } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, type Verdict } from '../finding.ts';
import type { Place } from '../place.ts';
import { graver, raised } from '../severity-steps.ts';
import { valueAt } from '../tree.ts';
import { assumption } from '../words/phrases.ts';

/** Undefined for a value that is not a boolean. */
export function switchStateOf(value: Json | undefined): SwitchState | undefined {
  if (isUnset(value)) {
    return 'unset';
  }
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : undefined;
}

/** Compares a boolean. Unset is between strict and loose. */
export function compareSwitch(place: Place<SwitchShape>): readonly Finding[] {
  const before = switchStateOf(place.before);
  const after = switchStateOf(place.after);
  if (before === undefined || after === undefined) {
    return illTyped(place);
  }
  if (before === after) {
    return [];
  }
  const isLeftOpen = after === 'unset' && before === place.shape.loose;
  const effect = isLeftOpen ? `${place.rule.label}: the organization no longer decides.` : place.shape.effects[after];
  const verdict = { effect, ...verdictOn(place.shape, before, after) };
  return [findingAt(place, after === 'on' ? withBlocked(place, verdict) : verdict)];
}

/** A switch that allows only a list's elements blocks everything when the list is empty. */
function withBlocked({ shape, context }: Place<SwitchShape>, verdict: Verdict): Verdict {
  const list = shape.list === undefined ? undefined : valueAt(context.after, shape.list.field);
  if (shape.list === undefined || (isList(list) && list.length > 0)) {
    return verdict;
  }
  if (!isList(list)) {
    return { ...verdict, notes: [`The list that goes with it is not set, so it may be that ${shape.list.stops}.`] };
  }
  return {
    ...verdict,
    severity: graver('low', verdict.severity),
    effect: `Everything is now blocked: ${shape.list.stops}, as the list that goes with it is empty.`,
    notes: ['Work may stop until the list is filled.', assumption('that an empty list lets nothing through')],
  };
}

function verdictOn(shape: SwitchShape, before: SwitchState, after: SwitchState): Omit<Verdict, 'effect'> {
  if (shape.loose === undefined) {
    return { direction: 'changed', severity: shape.severity };
  }
  if (after === shape.loose) {
    return { direction: 'loosened', severity: severityOfLoose(shape, before) };
  }
  if (after !== 'unset') {
    return { direction: 'tightened', severity: shape.tightenedSeverity ?? 'info' };
  }
  if (before === shape.loose) {
    return { direction: 'changed', severity: 'low', notes: ['Not set may be stricter than before, or just as loose.'] };
  }
  return {
    direction: 'loosened',
    severity: shape.unsetSeverity ?? graver(raised(shape.severity, -2), 'low'),
    notes: ['The organization no longer decides this.'],
  };
}

/** An unset protection was not in force everywhere; a permission is new whatever was set before. */
function severityOfLoose(shape: SwitchShape, before: SwitchState): Severity {
  return shape.loose === 'off' && before === 'unset' ? graver(raised(shape.severity, -1), 'low') : shape.severity;
}
