import type { Json, JsonObject } from '../json.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { DormantWhile, FieldRule } from './catalogue/field-rule.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { dormancyOf } from './dormancy.ts';
import { findingAt } from './finding-at.ts';
import type { Finding } from './finding.ts';
import type { Context, Place } from './place.ts';
import { rankOf } from './severity-steps.ts';
import { areAlike, isUnset, valueAt, withValueAt } from './tree.ts';

/** A field that had no effect before and has one now. */
interface Woken {
  readonly rule: FieldRule;
  /** What left it without effect. */
  readonly slept: DormantWhile;
}

const wakeable = catalogue.filter(({ dormantWhile }) => dormantWhile !== undefined);

/** The fields that come into force between two states of the settings. */
export function fieldsWoken(before: JsonObject, after: JsonObject): readonly string[] {
  return wokenIn({ before, after }).map(({ rule }) => rule.field);
}

/** Whether a field has an effect in some settings, and its value there. */
export function inForceIn(
  settings: JsonObject,
  field: string,
): { readonly isInForce: boolean; readonly value: Json | undefined } {
  const rule = wakeable.find((each) => each.field === field);
  const isInForce = rule !== undefined && dormancyOf(rule, settings) === undefined;
  return { isInForce, value: valueAt(settings, field) };
}

function wokenIn({ before, after }: Pick<Context, 'before' | 'after'>): readonly Woken[] {
  return wakeable.flatMap((rule) => {
    const slept = dormancyOf(rule, before);
    return slept === undefined || dormancyOf(rule, after) !== undefined ? [] : [{ rule, slept }];
  });
}

/**
 * The settings before, with each field that comes into force as it was when it last was in force: what was added to it
 * meanwhile counts as new. One that never was is left out of the comparison: `findWoken` tells of it.
 */
export function beforeInForce(context: Context): JsonObject {
  const { before, after, judge } = context;
  return wokenIn(context).reduce((settings, { rule: { field }, slept }) => {
    if (judge.lastInForce?.has(field) === true) {
      return withValueAt(settings, field, judge.lastInForce.get(field));
    }
    const isNew = slept.permits === 'everything' && !areAlike(valueAt(before, field), valueAt(after, field));
    return isNew ? withValueAt(settings, field, valueAt(after, field)) : settings;
  }, before);
}

/** Tells of fields that come into force for the first time, or again as they stood. */
export function findWoken(context: Context): readonly Finding[] {
  return wokenIn(context).flatMap(({ rule, slept }) => {
    const [before, after] = [valueAt(context.before, rule.field), valueAt(context.after, rule.field)];
    const place = { rule, shape: rule.shape, path: rule.field, before, after, context };
    if (context.judge.lastInForce?.has(rule.field) === true) {
      return broughtBackAt(place, context.judge.lastInForce.get(rule.field));
    }
    return slept.permits === 'everything' ? restrictedAt(place, slept) : reopenedAt(place);
  });
}

/** What was changed without effect and is again as it was leaves a record. */
function broughtBackAt(place: Place, last: Json | undefined): readonly Finding[] {
  if (areAlike(place.before, place.after) || !areAlike(last, place.after)) {
    return [];
  }
  const effect = `${place.rule.label}: in force again as it last was.`;
  return [findingAt(place, { direction: 'changed', severity: 'info', effect, quiet: 'dormant' })];
}

/** What was without any bound is bounded by the field, however wide that is. The switch itself says so where nothing else is new. */
function restrictedAt(place: Place, { says }: DormantWhile): readonly Finding[] {
  const { is, notes } = asNew(place)[0] ?? findingAt(place, { direction: 'tightened', severity: 'info', effect: '' });
  const graver = notes.filter((note) => note.startsWith('Graver than usual: '));
  if (graver.length === 0 && areAlike(place.before, place.after)) {
    return [];
  }
  const finding = findingAt(place, {
    direction: 'tightened',
    severity: 'info',
    effect: `${place.rule.label}: in force now. While ${says}, nothing is kept out.`,
    is,
    notes: graver.map((note) => note.replace('Graver than usual: ', 'Mind what it lets through: ')),
  });
  return [finding];
}

/** What nobody could use is open again; only what would be graver than usual as a change of its own is said. */
function reopenedAt(place: Place): readonly Finding[] {
  if (isUnset(place.after) || !areAlike(place.before, place.after)) {
    return [];
  }
  return asNew(place)
    .filter(({ isBreadthWeighed, severity }) => isBreadthWeighed && rankOf(severity) <= rankOf('high'))
    .map((finding) => ({
      ...finding,
      before: place.before,
      was: `${finding.is}, without effect`,
      is: `${finding.is}, in effect`,
      direction: 'changed',
      severity: 'high',
      notes: ['It stood in the settings before, and comes into effect with the switch above it.', ...finding.notes],
    }));
}

/** As if every element were new. */
function asNew(place: Place): readonly Finding[] {
  return compareLeaf({ ...place, before: Array.isArray(place.after) ? [] : null });
}
