import { canonicalJson } from '../canonical-json.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { FieldRule } from './catalogue/field-rule.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { dormancyOf } from './dormancy.ts';
import type { Finding } from './finding.ts';
import type { Context } from './place.ts';
import { rankOf } from './severity-steps.ts';
import { valueAt } from './tree.ts';

const wakeable = catalogue.filter(({ dormantWhile, shape }) => dormantWhile !== undefined && shape.kind !== 'value');

/**
 * Looks again at unchanged fields that had no effect and now have one: values that were set unnoticed while a switch
 * was off take effect when it is turned on. Reports only those that would be more severe than usual as changes of their own.
 */
export function findWoken(context: Context): readonly Finding[] {
  return wakeable.flatMap((rule) => {
    const slept = dormancyOf(rule, context.before);
    return slept === undefined || dormancyOf(rule, context.after) !== undefined ? [] : wokenAt(rule, context);
  });
}

function wokenAt(rule: FieldRule, context: Context): readonly Finding[] {
  const [before, after] = [valueAt(context.before, rule.field), valueAt(context.after, rule.field)];
  if (after === undefined || canonicalJson(before ?? null) !== canonicalJson(after)) {
    return [];
  }
  return compareLeaf({ rule, shape: rule.shape, path: rule.field, before: emptyOf(after), after, context })
    .filter(({ isBreadthWeighed, severity }) => isBreadthWeighed && rankOf(severity) <= rankOf('high'))
    .map((finding) => ({
      ...finding,
      before,
      was: `${finding.is}, without effect`,
      is: `${finding.is}, in effect`,
      direction: 'changed',
      severity: 'high',
      notes: ['It stood in the settings before, and comes into effect with the switch above it.', ...finding.notes],
    }));
}

/** The value of a field that is not set: an empty list, so that every element counts as new. */
function emptyOf(value: unknown): [] | null {
  return Array.isArray(value) ? [] : null;
}
