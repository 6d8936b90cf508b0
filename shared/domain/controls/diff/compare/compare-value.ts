import type { Json } from '../../json.ts';
import type { ModelChoiceShape, ValueShape } from '../catalogue/field-rule.ts';
import { findingAt } from '../finding-at.ts';
import type { Finding } from '../finding.ts';
import type { Place } from '../place.ts';
import { graver } from '../severity-steps.ts';
import { areAlike, isUnset, textsAt } from '../tree.ts';
import { describeValue } from '../words/describe-value.ts';
import { filled } from '../words/filled.ts';
import { quoted } from '../words/name-list.ts';
import { illTyped } from './ill-typed.ts';

/** Compares a number, a text or a switch of which no value is looser than another. */
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

/** Compares the choice of a model, which is more severe when the organization blocks that model. */
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
    return [findingAt(place, { direction: 'changed', severity: shape.severity, effect })];
  }
  const allowed = textsAt(context.after, 'modelPolicy.allowedModelIds');
  const isBlocked = context.blockedModels.has(after);
  const isOutside = isBlocked || (allowed.length > 0 && !allowed.includes(after) && !allowed.includes('*'));
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
