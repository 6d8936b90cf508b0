import { compareCollections } from '../coverage/compare-elements.ts';
import { type Json, type JsonObject, isList, isUnset } from '../json.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { DormantWhile, FieldRule } from './catalogue/field-rule.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { switchStateOf } from './compare/compare-switch.ts';
import { verdictOnElements } from './compare/sets/verdict-on-elements.ts';
import { findingAt, type Finding, changed, tightened } from './finding.ts';
import type { Context, Place } from './place.ts';
import { areAlike, textsOf, valueAt, withValueAt } from './tree.ts';
import { assumption } from './words/phrases.ts';

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

/** The fields that have no effect in some settings. */
export function fieldsAsleep(settings: JsonObject): readonly string[] {
  return wakeable.filter((rule) => sleepOf(rule, settings) !== undefined).map(({ field }) => field);
}

/** Whether a field has an effect in some settings, and its value there. */
export function inForceIn(
  settings: JsonObject,
  field: string,
): { readonly isInForce: boolean; readonly value: Json | undefined } {
  const rule = wakeable.find((each) => each.field === field);
  const isInForce = rule !== undefined && sleepOf(rule, settings) === undefined;
  return { isInForce, value: valueAt(settings, field) };
}

function wokenIn({ before, after }: Pick<Context, 'before' | 'after'>): readonly Woken[] {
  return wakeable.flatMap((rule) => {
    const slept = sleepOf(rule, before);
    const isWoken = slept !== undefined && sleepOf(rule, after) === undefined && isMoved(slept.field, before, after);
    return isWoken ? [{ rule, slept }] : [];
  });
}

/**
 * What leaves a field without effect: a switch that is off; or one that is not set, as long as the field is not set
 * either, so that a protection which is there for the first time is no permission.
 */
function sleepOf(rule: FieldRule, settings: JsonObject): DormantWhile | undefined {
  const isLeftOpen = ({ field, permits }: DormantWhile): boolean =>
    permits === 'everything' && isUnset(valueAt(settings, field)) && isUnset(valueAt(settings, rule.field));
  return (
    dormancyOf(rule, settings) ?? rule.dormantWhile?.find((each) => !each.states.includes('on') && isLeftOpen(each))
  );
}

function isMoved(field: string, before: JsonObject, after: JsonObject): boolean {
  return !areAlike(valueAt(before, field), valueAt(after, field));
}

/**
 * The settings before, with each field that comes into force as it was when it last was in force: what was added to it
 * meanwhile counts as new. One that never was is left out of the comparison: `findWoken` reports it.
 */
export function beforeInForce(context: Context): JsonObject {
  const { before, after, judge } = context;
  return wokenIn(context).reduce((settings, { rule: { field }, slept }) => {
    if (judge.lastInForce?.has(field) === true) {
      return withValueAt(settings, field, judge.lastInForce.get(field));
    }
    const value = valueAt(after, field);
    const isReported = slept.permits === 'everything' || isOpening(value);
    return isReported && !areAlike(valueAt(before, field), value) ? withValueAt(settings, field, value) : settings;
  }, before);
}

/** Reports fields that come into force for the first time, or again as they stood. */
export function findWoken(context: Context): readonly Finding[] {
  return wokenIn(context).flatMap(({ rule, slept }) => {
    const [before, after] = [valueAt(context.before, rule.field), valueAt(context.after, rule.field)];
    const place = { rule, shape: rule.shape, path: rule.field, before, after, context };
    if (context.judge.lastInForce?.has(rule.field) === true) {
      return broughtBackAt(place, context.judge.lastInForce.get(rule.field));
    }
    return slept.permits === 'everything' ? restrictedAt(place, slept) : openedAt(place, slept);
  });
}

/** What was changed without effect and is again as it was leaves a record. */
function broughtBackAt(place: Place, last: Json | undefined): readonly Finding[] {
  if (areAlike(place.before, place.after) || !areAlike(last, place.after)) {
    return [];
  }
  const effect = `${place.rule.label}: in force again as it last was.`;
  return [findingAt(place, changed('info', effect, { quiet: 'dormant' }))];
}

/** What was without any bound is bounded by the field, however wide that is. The switch itself says so where nothing else is new. */
function restrictedAt(place: Place, { says }: DormantWhile): readonly Finding[] {
  const { is, notes } = asNew(place)[0] ?? findingAt(place, tightened('info', ''));
  const graver = notes.filter((note) => note.startsWith('Graver than usual: '));
  if (graver.length === 0 && areAlike(place.before, place.after)) {
    return [];
  }
  const finding = findingAt(
    place,
    tightened('info', `${place.rule.label}: in force now. While ${says}, nothing is kept out.`, {
      is,
      notes: [
        ...graver.map((note) => note.replace('Graver than usual: ', 'Mind what it lets through: ')),
        assumption(`that it has no effect while ${says}`),
      ],
    }),
  );
  return [finding];
}

/** What nobody could use is open to those that the list holds, each of whom is new. The switch itself says so where none is. */
function openedAt(place: Place, { says }: DormantWhile): readonly Finding[] {
  const { shape, after } = place;
  if (shape.kind !== 'set' || !isOpening(after)) {
    return [];
  }
  const verdict = verdictOnElements({ ...place, shape }, compareCollections(shape.element, [], textsOf(after)));
  const notes = [
    'It stood in the settings before, or was put there with the switch above it, which is on now.',
    assumption(`that it has no effect while ${says}`),
  ];
  return verdict === undefined
    ? []
    : [findingAt(place, { ...verdict, notes: [...notes, ...(verdict.notes ?? [])], was: 'without effect' })];
}

/** Without a list that names somebody, nobody is let in by it in particular. */
function isOpening(value: Json | undefined): boolean {
  return isList(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

/** As if every element were new. */
function asNew(place: Place): readonly Finding[] {
  return compareLeaf({ ...place, before: Array.isArray(place.after) ? [] : null });
}

/** Why a field has no effect in these settings; undefined when it has one. */
function dormancyOf(rule: FieldRule, settings: JsonObject): DormantWhile | undefined {
  return rule.dormantWhile?.find(({ field, states }) => {
    const state = switchStateOf(valueAt(settings, field));
    return state !== undefined && states.includes(state);
  });
}

/** Marks a change of a field that has no effect: it is recorded, but raises no alert of its own. */
export function withDormancy(finding: Finding, { after }: Context): Finding {
  const dormant = finding.rule === undefined ? undefined : dormancyOf(finding.rule, after);
  if (dormant === undefined || finding.quiet !== undefined) {
    return finding;
  }
  const effect = `Without effect while ${dormant.says}. Once that changes: ${finding.effect}`;
  const notes = [
    'Dormant: it is judged again when it comes into effect.',
    assumption(`that it has no effect while ${dormant.says}`),
    ...finding.notes,
  ];
  return { ...finding, severity: 'info', quiet: 'dormant', effect, notes };
}

/** A value of a field, and where it stands. */
export interface Kept<Place> {
  readonly value: Json | undefined;
  /** Absent for what was before the first content. */
  readonly place: Place | undefined;
}

/** Controls as people know them to be in force: the settings, and what the fields without effect were before. */
export interface StateInForce<Place> {
  readonly settings: JsonObject;
  readonly place: Place | undefined;
  /** Fields without effect, by name, as they were when they last had one. One that never had is absent. */
  readonly asleep: ReadonlyMap<string, Kept<Place>>;
}

/** Before anything was known. */
export const nothingInForce: StateInForce<never> = { settings: {}, place: undefined, asleep: new Map() };

/** What is in force once other settings are: a field that loses its effect is kept as it was. */
export function afterSettings<Place>(
  state: StateInForce<Place>,
  next: { readonly settings: JsonObject; readonly place: Place },
): StateInForce<Place> {
  const sleptBefore = new Set(fieldsAsleep(state.settings));
  const asleep = new Map<string, Kept<Place>>();
  for (const field of fieldsAsleep(next.settings)) {
    const kept = sleptBefore.has(field)
      ? state.asleep.get(field)
      : { value: valueAt(state.settings, field), place: state.place };
    if (kept !== undefined) {
      asleep.set(field, kept);
    }
  }
  return { ...next, asleep };
}

/** The values of the fields without effect, as they last were. */
export function lastValues<Place>({ asleep }: StateInForce<Place>): ReadonlyMap<string, Json | undefined> {
  return new Map([...asleep].map(([field, { value }]) => [field, value]));
}
