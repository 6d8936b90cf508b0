import { type Json, isUnset } from '../../controls/json.ts';
import { isCoveredIn } from '../../coverage/effective.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { ModelChoiceShape, ValueShape, RetentionShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, type Verdict, changed, loosened } from '../finding.ts';
import type { Place } from '../place.ts';
import { graver, raised } from '../severity-steps.ts';
import { areAlike, textsAt } from '../tree.ts';
import { describeValue } from '../words/describe-value.ts';
import { filled, quoted } from '../words/phrases.ts';

export function compareValue(place: Place<ValueShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (!isOfType(shape.type, before) || !isOfType(shape.type, after)) {
    return illTyped(place);
  }
  if (areAlike(before, after)) {
    return [];
  }
  const effect = isUnset(after) ? shape.unsetEffect : filled(shape.effect, { value: describeValue(after) });
  const words = shape.isLong === true ? { was: lengthOf(before), is: lengthOf(after) } : {};
  return [findingAt(place, { direction: 'changed', severity: shape.severity, effect, ...words })];
}

/** Compares a choice of model, which is more severe when the organization blocks that model. */
export function compareModelChoice(place: Place<ModelChoiceShape>): readonly Finding[] {
  const { shape, before, after, context } = place;
  if (!isOfType('text', before) || !isOfType('text', after)) {
    return illTyped(place);
  }
  if (areAlike(before, after)) {
    return [];
  }
  if (typeof after !== 'string') {
    const effect = `The organization no longer sets ${shape.noun}.`;
    return [findingAt(place, changed(shape.severity, effect))];
  }
  const allowed = textsAt(context.after, 'modelPolicy.allowedModelIds');
  const isBlocked = isCoveredIn('model', [...context.blockedModels], after);
  const isOutside = isBlocked || (allowed.length > 0 && !isCoveredIn('model', allowed, after));
  const effect = `${capitalized(shape.noun)} is now ${quoted(after)}.`;
  const verdict = { direction: 'changed', effect } as const;
  if (!isOutside) {
    return [findingAt(place, { ...verdict, severity: shape.severity })];
  }
  const contradicted = isBlocked ? 'is on the list of blocked models' : 'is not on the list of allowed models';
  const notes = [
    `The model ${quoted(after)} ${contradicted}, so sessions may fail, or use a model that is not meant to be used.`,
  ];
  return [findingAt(place, { ...verdict, severity: graver('high', shape.severity), notes })];
}

function isOfType(type: ValueShape['type'], value: Json | undefined): boolean {
  const wanted = { text: 'string', switch: 'boolean', number: 'number', any: typeof value } as const;
  return isUnset(value) || typeof value === wanted[type];
}

function lengthOf(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? `a text of ${value.length} characters` : describeValue(value);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

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
    return loosened(
      place.shape.severity,
      'The organization no longer says for how long sessions are kept, so evidence may be destroyed sooner.',
      { notes: ['How long the platform keeps them by default is not documented.'] },
    );
  }
  if (isUnset(before) || after > before) {
    return changed('low', `Sessions are now kept for ${inDays(after)}: more evidence, and more personal data at rest.`);
  }
  const baseline = place.context.judge.baselineRetentionDays;
  const isBelow = baseline === undefined || after < baseline;
  return loosened(
    isBelow ? place.shape.severity : raised(place.shape.severity, -1),
    `Sessions are now kept for ${inDays(after)} only: older ones are destroyed, and with them their evidence.`,
    { notes: baseline !== undefined && isBelow ? [`The approved baseline is ${inDays(baseline)}.`] : [] },
  );
}

function inDays(days: number | null | undefined): string {
  if (isUnset(days)) {
    return 'not set';
  }
  return days === 1 ? '1 day' : `${Number.isSafeInteger(days) ? grouped(days) : days} days`;
}
