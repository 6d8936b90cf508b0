import { type Json, type JsonObject, isList, isUnset } from '../controls/json.ts';
import { compareCollections } from '../coverage/compare-elements.ts';
import { catalogue } from './catalogue/catalogue.ts';
import type { DormantWhile, FieldRule } from './catalogue/field-rule.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { switchStateOf } from './compare/compare-switch.ts';
import { verdictOnElements } from './compare/sets/verdict-on-elements.ts';
import { findingAt, type Finding, changed, tightened } from './finding.ts';
import type { DiffContext, Place } from './place.ts';
import { areAlike, textsOf, valueAt, withValueAt } from './tree.ts';
import { assumption } from './words/phrases.ts';

const wakeable = catalogue.filter(({ dormantWhile }) => dormantWhile !== undefined);

export function fieldsWoken(before: JsonObject, after: JsonObject): readonly string[] {
  return wokenIn({ before, after }).map(({ rule }) => rule.field);
}

export function fieldsAsleep(settings: JsonObject): readonly string[] {
  return wakeable.filter((rule) => sleepOf(rule, settings) !== undefined).map(({ field }) => field);
}

export function inForceIn(
  settings: JsonObject,
  field: string,
): { readonly isInForce: boolean; readonly value: Json | undefined } {
  const rule = wakeable.find((each) => each.field === field);
  const isInForce = rule !== undefined && sleepOf(rule, settings) === undefined;
  return { isInForce, value: valueAt(settings, field) };
}

function wokenIn({
  before,
  after,
}: {
  readonly before: JsonObject;
  readonly after: JsonObject;
}): readonly { readonly rule: FieldRule; readonly slept: DormantWhile }[] {
  return wakeable.flatMap((rule) => {
    const slept = sleepOf(rule, before);
    const isWoken = slept !== undefined && sleepOf(rule, after) === undefined && isMoved(slept.field, before, after);
    return isWoken ? [{ rule, slept }] : [];
  });
}

/** Off; or unset while the field is unset too, so that a new protection is no permission. */
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
 * Returns the settings before, where each field that regains its effect has the value it last had in force: what was
 * added meanwhile counts as new. A field that never had an effect is left out; `findWoken` reports it.
 */
export function beforeInForce(context: DiffContext): JsonObject {
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

/** Reports fields that come into force for the first time, or again unchanged. */
export function findWoken(context: DiffContext): readonly Finding[] {
  return wokenIn(context).flatMap(({ rule, slept }) => {
    const [before, after] = [valueAt(context.before, rule.field), valueAt(context.after, rule.field)];
    const place = { rule, shape: rule.shape, path: rule.field, before, after, context };
    if (context.judge.lastInForce?.has(rule.field) === true) {
      return broughtBackAt(place, context.judge.lastInForce.get(rule.field));
    }
    return slept.permits === 'everything' ? restrictedAt(place, slept) : openedAt(place, slept);
  });
}

/** A change that was made and undone without effect leaves a record. */
function broughtBackAt(place: Place, last: Json | undefined): readonly Finding[] {
  if (areAlike(place.before, place.after) || !areAlike(last, place.after)) {
    return [];
  }
  const effect = `${place.rule.label}: in force again as it last was.`;
  return [findingAt(place, changed('info', effect, { quiet: 'dormant' }))];
}

/** A field that comes into force restricts what was unbounded. If nothing else is new, the switch reports it. */
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
        ...graver.map((note) => note.replace('Graver than usual: ', 'Note what it lets through: ')),
        assumption(`that it has no effect while ${says}`),
      ],
    }),
  );
  return [finding];
}

/** What was blocked opens to the listed users, who all count as new. If none is listed, the switch reports it. */
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

function isOpening(value: Json | undefined): boolean {
  return isList(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function asNew(place: Place): readonly Finding[] {
  return compareLeaf({ ...place, before: Array.isArray(place.after) ? [] : null });
}

function dormancyOf(rule: FieldRule, settings: JsonObject): DormantWhile | undefined {
  return rule.dormantWhile?.find(({ field, states }) => {
    const state = switchStateOf(valueAt(settings, field));
    return state !== undefined && states.includes(state);
  });
}

/** Marks a change without effect: recorded without an alert of its own. */
export function withDormancy(finding: Finding, { after }: DiffContext): Finding {
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

export interface ValueInForce<Place> {
  readonly value: Json | undefined;
  readonly place: Place | undefined;
}

export interface StateInForce<Place> {
  readonly settings: JsonObject;
  readonly place: Place | undefined;
  /** By name; a field that never had an effect is absent. */
  readonly asleep: ReadonlyMap<string, ValueInForce<Place>>;
}

export const nothingInForce: StateInForce<never> = { settings: {}, place: undefined, asleep: new Map() };

/** Returns what is in force after new settings: a field that loses its effect keeps its last effective value. */
export function afterSettings<Place>(
  state: StateInForce<Place>,
  next: { readonly settings: JsonObject; readonly place: Place },
): StateInForce<Place> {
  const sleptBefore = new Set(fieldsAsleep(state.settings));
  const asleep = new Map<string, ValueInForce<Place>>();
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

export function lastValues<Place>({ asleep }: StateInForce<Place>): ReadonlyMap<string, Json | undefined> {
  return new Map([...asleep].map(([field, { value }]) => [field, value]));
}
