import { isUnset, type Json } from '../../controls/json.ts';
import type { ScaleShape } from '../catalogue/field-rule.ts';
import { changed, findingAt, illTyped, loosened, tightened, type Finding, type Verdict } from '../finding.ts';
import type { Place } from '../place.ts';
import { areAlike } from '../tree.ts';
import { describeValue } from '../words/describe-value.ts';
import { filled } from '../words/phrases.ts';

/** Compares a text with an order of values: an unknown value may be looser, or not. */
export function compareScale(place: Place<ScaleShape>): readonly Finding[] {
  const { before, after } = place;
  if (![before, after].every((value) => isUnset(value) || typeof value === 'string')) {
    return illTyped(place);
  }
  return areAlike(before, after) ? [] : [findingAt(place, verdictOn(place))];
}

function verdictOn({ shape, before, after }: Place<ScaleShape>): Verdict {
  const { severity, effects, unsetEffect } = shape;
  const [was, is] = [stepOf(shape, before), stepOf(shape, after)];
  const words = { value: describeValue(after) };
  if (isUnset(after)) {
    return was === shape.steps.length - 1
      ? changed('low', unsetEffect)
      : loosened(severity, unsetEffect, { notes: ['The organization no longer decides this.'] });
  }
  if (was === undefined || is === undefined || was === is) {
    const notes = ['It may be looser or stricter than before: its order among the values is not known.'];
    return changed(severity, filled(effects.changed, words), { notes });
  }
  return is > was
    ? loosened(severity, filled(effects.loosened, words))
    : tightened('info', filled(effects.tightened, words));
}

function stepOf({ steps }: ScaleShape, value: Json | undefined): number | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  const step = steps.findIndex((words) => text !== undefined && words.includes(text));
  return step === -1 ? undefined : step;
}
